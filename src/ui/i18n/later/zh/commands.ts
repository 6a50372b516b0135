// 命令、快捷键和输入补全，中文。

import type { Words } from '../../catalog.ts';
import type { commands as english } from '../en/commands.ts';

export const commands: Words<typeof english> = {
  'command.palette': '命令面板',
  'command.find': '查找会话或命令',
  'command.searchFor': '在消息中搜索“{words}”',
  'command.found': { other: '{n} 个结果' },
  'command.shortcuts': '键盘快捷键',
  'command.stop': '停止运行',
  'command.write': '写消息',
  'command.rail': '显示或隐藏侧栏',
  'command.panel': '显示或隐藏侧面板',
  'command.model': '模型：{model}',
  'command.mode': '权限：{mode}',
  'command.settings': '设置：{page}',
  'command.theme': '主题：{theme}',
  'command.language': '语言：{language}',
  'command.group.session': '会话',
  'command.group.model': '模型',
  'command.group.mode': '权限',
  'command.group.place': '前往',
  'command.group.messages': '消息',
  'command.group.look': '外观',
  'command.group.help': '帮助',
  'shortcut.composer': '在消息框中',
  'shortcut.send': '发送',
  'shortcut.line': '换行',
  'shortcut.edit': '编辑上一条消息（消息框为空时）',
  'shortcut.commands': '命令（在开头输入）',
  'shortcut.files': '工作区的文件',
  'shortcut.participants': '参与者',
  'complete.commands': '命令',
  'complete.files': '文件',
  'complete.participants': '参与者',
};
