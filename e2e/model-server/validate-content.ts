// Judges what one message says: its content string or parts, and the keys it carries.
// Order and pairing of messages are judged in validate-messages.ts.

import { isList, isRecord, keysOutside, type Report } from './problem.ts';

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

const maxText = 10_485_760;
const messageName = /^[^\s<|\\/>]{1,64}$/;
const detail = new Set<unknown>([undefined, 'auto', 'low', 'high']);
const dataImage = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const noParts: ReadonlySet<string> = new Set();

const partsOf: Record<Role, ReadonlySet<string>> = {
  system: new Set(['text']),
  developer: new Set(['text']),
  user: new Set(['text', 'image_url', 'input_audio', 'file']),
  assistant: new Set(['text', 'refusal']),
  tool: new Set(['text']),
};

const keysOf: Record<Role, ReadonlySet<string>> = {
  system: new Set(['role', 'content', 'name']),
  developer: new Set(['role', 'content', 'name']),
  user: new Set(['role', 'content', 'name']),
  // `reasoning_content` and `reasoning` go back to the compatible servers that sent them.
  assistant: new Set(['role', 'content', 'name', 'tool_calls', 'refusal', 'reasoning_content', 'reasoning']),
  tool: new Set(['role', 'content', 'tool_call_id', 'name']),
};

const judgeImage = (image: unknown, at: string, report: Report): void => {
  const url = isRecord(image) ? image['url'] : undefined;
  if (!isRecord(image) || typeof url !== 'string') {
    report.error('part-shape', at, 'image_url must be an object with a url');
    return;
  }
  if (!/^https?:\/\/[^\s/]+/.test(url) && !dataImage.test(url))
    report.error('image-url', `${at}.url`, 'neither an http(s) address nor a base64 png, jpeg, gif or webp');
  if (!detail.has(image['detail'])) report.error('part-shape', `${at}.detail`, 'detail is auto, low or high');
};

const judgePart = (part: unknown, role: Role, at: string, report: Report): void => {
  const type = isRecord(part) ? part['type'] : undefined;
  if (!isRecord(part) || typeof type !== 'string') {
    report.error('part-shape', at, 'a content part is an object with a type');
    return;
  }
  if (!(partsOf[role] ?? noParts).has(type)) {
    report.error('part-type', `${at}.type`, `a ${role} message takes no part of type ${type}`);
    return;
  }
  if (type === 'text' || type === 'refusal') {
    const text = part[type];
    if (typeof text !== 'string') report.error('part-shape', `${at}.${type}`, 'must be a string');
    else if (text === '') report.warning('content-empty', `${at}.${type}`, 'an empty text part');
  } else if (type === 'image_url') judgeImage(part['image_url'], `${at}.image_url`, report);
  else if (!isRecord(part[type])) report.error('part-shape', `${at}.${type}`, 'must be an object');
};

const isSilent = (content: string | readonly unknown[]): boolean =>
  typeof content === 'string'
    ? content.trim() === ''
    : content.every(
        (part) => isRecord(part) && part['type'] === 'text' && String(part['text']).trim() === '',
      );

const judgeSilence = (content: string | readonly unknown[], role: Role, at: string, report: Report): void => {
  if (!isSilent(content)) return;
  if (role === 'tool') report.warning('content-empty', at, 'an empty result: some servers refuse it');
  else report.error('content-empty', at, `a ${role} message without text`);
};

/** Judges content, name and keys of one message; `withCalls` lets an assistant say nothing. */
export const judgeContent = (
  message: Record<string, unknown>,
  role: Role,
  at: string,
  report: Report,
  options: { withCalls: boolean },
): void => {
  for (const key of keysOutside(message, keysOf[role]))
    report.error('message-key', `${at}.${key}`, 'unknown key');
  const { content, name } = message;
  if (name !== undefined && (typeof name !== 'string' || !messageName.test(name)))
    report.error('message-name', `${at}.name`, `${JSON.stringify(name)} does not match ${messageName}`);
  for (const key of ['reasoning_content', 'reasoning', 'refusal']) {
    const value = message[key];
    if (keysOf[role].has(key) && value !== undefined && value !== null && typeof value !== 'string')
      report.error('content-type', `${at}.${key}`, 'must be a string');
  }
  const mayBeSilent = role === 'assistant' && options.withCalls;
  if (content === undefined || content === null) {
    if (!mayBeSilent) report.error('content-missing', `${at}.content`, `a ${role} message needs content`);
    return;
  }
  if (typeof content === 'string') {
    if (content.length > maxText) report.error('content-too-long', `${at}.content`, `longer than ${maxText}`);
  } else if (isList(content)) {
    if (content.length === 0) report.error('content-empty', `${at}.content`, 'an empty list of parts');
    content.forEach((part, index) => judgePart(part, role, `${at}.content[${index}]`, report));
    if (content.length === 0) return;
  } else {
    report.error('content-type', `${at}.content`, 'content must be a string or a list of parts');
    return;
  }
  if (!mayBeSilent) judgeSilence(content, role, `${at}.content`, report);
};
