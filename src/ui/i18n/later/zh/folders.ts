// Folders and their grants, in Chinese.

import type { Words } from '../../catalog.ts';
import type { folders as english } from '../en/folders.ts';

export const folders: Words<typeof english> = {
  'folder.reconnect': '重新连接文件夹',
  'folder.needs': '“{name}”暂时无法读取：页面重新加载后，浏览器需要您再次同意。',
  'folder.gone': '“{name}”已不在原处：可能被移动、重命名或删除。请选择其他文件夹。',
  'folder.none':
    '此浏览器无法打开磁盘上的文件夹。智能体可以改在浏览器内的私有文件夹里工作；文件以 zip 压缩包导入和导出。',
  'folder.other': '其他文件夹',
  'workspace.pick': '工作文件夹',
  'workspace.missing': '已不存在的文件夹',
  'blocked.name': '失去的文件夹',
  'blocked.read': '“{name}”已无法读取',
  'blocked.read.what': '运行正在等待，不计时间。没有任何丢失：浏览器再次允许读取该文件夹后，会从同一步继续。',
  'blocked.write': '首次写入“{name}”',
  'blocked.write.what':
    '到目前为止，浏览器只允许 Bowline 读取此文件夹。运行正在等待；您允许写入后，会从同一步继续。',
  'blocked.refused': '浏览器没有允许。运行仍在等待；您可以重试，或停止它。',
  'folder.allowWriting': '允许写入',
  'offer.title': '打开“{name}”？',
  'offer.read': '智能体可以读取其中的文件，但不能更改。之后可以在文件列表旁允许写入。',
  'offer.read.yes': '以只读方式打开',
  'offer.copy': '此浏览器不向页面开放磁盘文件夹。文件会被复制到浏览器内的私有文件夹；磁盘上的文件保持不变。',
  'offer.copy.yes': '复制文件',
  'workspace.private': '私有文件夹',
  'workspace.private.next': '私有文件夹 {n}',
  'folder.private': '新建私有文件夹',
  'folder.import': '导入 zip 压缩包',
  'folder.export': '导出为 zip',
  'folder.more': '此文件夹的更多操作',
  'folder.forget': '从列表中移除',
  'folder.forget.ask': '从列表中移除“{name}”？',
  'folder.forget.what': '磁盘上的文件夹保持不变。要再次使用，请重新打开。',
  'folder.forget.yes': '移除',
  'folder.delete': '删除此文件夹',
  'folder.delete.ask': '删除“{name}”及其文件？',
  'folder.delete.what': '它只保存在此浏览器中：文件会永久消失。如需保留副本，请先导出。',
  'folder.delete.yes': '删除',
  'folder.state.needs-permission': '重新连接文件夹后会显示其中的文件。',
  'folder.state.gone': '文件夹已被移动、重命名或删除。',
  'rules.label': '{path} 会加入提示词，{tokens} 个 token',
  'access.write': '智能体可以在此写入',
  'context.rules': '项目规则（{paths}）',
};
