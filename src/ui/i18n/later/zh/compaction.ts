// Notes on compactions, in Chinese.

import type { Words } from '../../catalog.ts';
import type { compaction as english } from '../en/compaction.ts';

export const compaction: Words<typeof english> = {
  'note.compacted': '从这里起，较早的消息以摘要代替：{n} 条消息，{before} → {after} 个词元。',
  'note.folded': '从这里起省略较早的消息：{n} 条，没有模型能为其生成摘要。',
  'note.compacted.undone': '摘要已撤回：消息重新完整发送。',
  'note.compacted.show': '显示摘要',
  'note.compacted.undo': '撤回',
  'note.compacted.running': '运行结束后才能撤回。',
  'note.compacted.overtaken': '后来的摘要建立在它之上；请先撤回那一个。',
  'note.compacted.too-large': '这些消息完整发送时已超出模型的窗口。',
  'note.not-compacted.tail-fills-window': '最新一步已占满窗口，没有可概括的内容。',
  'note.not-compacted.frees-too-little': '概括能腾出的空间太少，没有请求模型。',
  'note.not-compacted.failed': '较早的消息未能概括，暂时保持原样。',
};
