// 侧面板和上下文量表，中文。

import type { Words } from '../../catalog.ts';
import type { panel as english } from '../en/panel.ts';

export const panel: Words<typeof english> = {
  'files.changedBefore': '最近一次改动文件的运行所做的更改',
  'files.changed': '本次运行更改',
  'files.undo': '撤销更改',
  'files.undone': '已撤销',
  'files.undo.failed': '{path} 保持原样：{why}',
  'files.new': '新建',
  'files.tree': '工作区文件',
  'files.reset': '重置示例',
  'files.reset.ask': '恢复示例文件？',
  'files.reset.what': '示例工作区的每个文件都恢复成最初的样子；智能体添加的文件会消失。',
  'files.reset.yes': '恢复',
  'files.empty': '还没有文件。智能体会写在这里。',
  'files.view': '文件',
  'files.diff': '更改',
  'files.show': '显示内容',
  'files.notText': '不是文本，{size}。',
  'files.tooLarge': '太大，无法显示，{size}。',
  'files.lines': { other: '{n} 行' },
  'files.none': '还没有运行更改过文件。',
  'context.name': '上下文 {used} / {window}',
  'context.word': '上下文',
  'context.of': '{used} / {window}',
  'context.caption': '上下文窗口，{used} / {window}',
  'context.guessed': '此模型的窗口大小只是推测。',
  'context.system': '指示与规则',
  'context.tools': '工具',
  'context.history': '历史',
};
