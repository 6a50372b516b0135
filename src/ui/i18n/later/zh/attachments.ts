// 消息的附件，中文。

import type { Words } from '../../catalog.ts';
import type { attachments as english } from '../en/attachments.ts';

export const attachments: Words<typeof english> = {
  'attach.name': '附件',
  'attach.sent': '已发送的附件',
  'attach.drop': '松开即可附上文件',
  'attach.preparing': '准备中',
  'attach.remove': '移除 {name}',
  'attach.unfold': '把 {name} 的文字放回消息中',
  'attach.asText': '改为文字',
  'attach.failed': '未附上：{why}。',
  'attach.blind': '{model} 看不到图片：图片处只会有一条说明。',
  'attach.use': '改用 {model}',
  'attach.many': { other: '{model} 每次请求最多接受 {n} 张图片，较早的只会被提到。' },
  'attach.open': '放大查看 {name}',
  'attach.image': '图片',
  'attach.gone': '已不再保存',
  'attach.save': '保存 {name}',
  'attach.saved': '保存',
};
