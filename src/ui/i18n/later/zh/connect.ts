// The connect sheet, in Chinese.

import type { Words } from '../../catalog.ts';
import type { connect as english } from '../en/connect.ts';

export const connect: Words<typeof english> = {
  'connect.local': '在此机器上',
  'connect.local.what': '查看此机器的常用端口上是否有模型服务器应答。按下之前什么都不会询问。',
  'connect.look': '查找本地服务器',
  'connect.looking': '正在查找',
  'connect.none': '没有本地服务器应答。如果它正在运行，可能不允许此页面读取应答；可以在下面输入地址。',
  'connect.models': { other: '{n} 个模型' },
  'connect.fill': '填入',
  'connect.address': '按地址',
  'connect.provider': '服务器类型',
  'connect.later': '{label}，后续版本',
  'connect.base': '地址',
  'connect.model': '模型',
  'connect.model.help': '留空：连接后从服务器的列表中选择',
  'connect.key': '密钥',
  'connect.key.help': '在此设备上加密；只发送到这个地址。',
  'connect.key.optional': '仅当服务器要求时填写。在此设备上加密；只发送到这个地址。',
  'connect.go': '连接',
  'connect.going': '正在连接 {host}',
  'connect.kept': '没有保存任何内容。',
  'connect.pick': '已连接到 {label}。新会话用哪个模型？',
  'connect.use': '使用此模型',
  'connect.noModels': '已连接到 {label}，但它没有列出模型。请输入模型名称后再次连接。',
  'connect.refused.unknown-provider': '链接所写的服务器类型这里不认识：{provider}。',
  'connect.refused.not-yet': '链接用于 {provider}，将在后续版本提供。',
  'connect.refused.bad-base-url': '链接中的地址不是模型服务器的地址。',
  'connect.refused.do': '没有询问也没有保存任何内容。可以在下面输入地址。',
  'connect.link': '这是由链接填入的。还没有询问或保存任何内容；连接前请核对地址。',
};
