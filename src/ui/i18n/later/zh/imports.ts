// 导入时数量之外的说明，中文。

import type { Words } from '../../catalog.ts';
import type { imports as english } from '../en/imports.ts';

export const imports: Words<typeof english> = {
  'import.copies': { other: '其中 {n} 个已在此处但内容不同：已作为副本并列添加，标有“(2)”。' },
  'import.more': '另有 {n} 个',
  'import.backup':
    '这是备份文件，或来自恢复页面的文件。未从中取出任何内容。要恢复它，请在“设置”的“存储与备份”中用“恢复”选择它。',
  'import.foreign':
    '这不是此处能读取的会话导出文件：既不是 JSON 或 JSON 行，也不是含有它们的 zip。未从中取出任何内容。请选择 Bowline（JSONL）、ChatGPT、Claude 或 pi 的文件。',
};
