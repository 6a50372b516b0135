// 系统通知与屏幕常亮，中文。

import type { Words } from '../../catalog.ts';
import type { notices as english } from '../en/notices.ts';

export const notices: Words<typeof english> = {
  'notice.title': '当你在别处时',
  'notice.switch': '通知我',
  'notice.what': '后台运行结束或等待你时通知。浏览器会询问一次是否允许。',
  'notice.denied': '浏览器拒绝了此页面的通知，可在浏览器的网站设置中允许。',
  'notice.unsupported': '此浏览器不显示页面通知。',
  'notice.asks': '等待你',
  'notice.done': '已完成',
  'notice.failed': '失败。已完成的部分已保留。',
  'notice.interrupted': '已中断，可从此处继续。',
  'notice.over-budget': '预算已用完，可以提高。',
  'awake.switch': '保持屏幕常亮',
  'awake.what': '运行进行中且页面可见时保持：否则有些设备会休眠，运行也会随之停止。',
};
