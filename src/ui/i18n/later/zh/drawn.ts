// Code, tables and formulas in what is said, in Chinese.

import type { Words } from '../../catalog.ts';
import type { drawn as english } from '../en/drawn.ts';

export const drawn: Words<typeof english> = {
  'text.code': '代码',
  'text.copy': '复制',
  'text.copied': '已复制',
  'text.notCopied': '浏览器不允许复制。',
  'text.wrap': '自动换行',
  'text.download': '下载',
  'text.markdown': '复制为 Markdown',
  'text.csv': '复制为 CSV',
  'text.source': '显示源码',
  'text.diagram': '图表：{what}',
  'text.diagram.wrong': '无法绘制此图表，下面是它的源码。',
  'text.diagram.not': '绘图组件未能加载。下面是源码；再次显示这条消息时会重试。',
  'text.formula': '无法排版此公式：{why}',
};
