// Models that run in the page, in Chinese.

import type { Words } from '../../catalog.ts';
import type { inPage as english } from '../en/in-page.ts';

export const inPage: Words<typeof english> = {
  'inPage.title': '在此页面内',
  'inPage.what':
    '一个非常小的模型直接在此标签页内运行：无需服务器和密钥，内容不会离开这里，离线也可用。它只供试用：只懂几种固定说法，只能读取一个文件。',
  'inPage.begin': '使用此页面内的模型（{size}）',
  'inPage.pick': '新会话应使用哪个模型？',
  'inPage.offline': '离线',
  'inPage.keep': '设为离线可用（{size}）',
  'inPage.kept': '已在此设备上：可离线使用。',
  'inPage.free': '删除',
  'inPage.free.of': '从此设备删除 {model}',
  'inPage.missing': '首次使用时获取。',
  'inPage.stopped': '已停止；已获取的部分会保留，之后从该处继续。',
  'inPage.nowhere': '在此标签页内',
};
