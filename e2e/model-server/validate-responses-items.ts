// Judges the input items of a Responses request: messages and their parts, calls and their outputs, reasoning and what
// must follow it. Options and tools are judged in validate-responses.ts.

import { isBlank, judgeKeys, wordsOf } from './judge-body.ts';
import { judgeImage, openDataUrl } from './judge-image.ts';
import { isList, isRecord, type Report } from './problem.ts';
import type { Seals } from './wire.ts';

type Item = Record<string, unknown>;
type Context = {
  report: Report;
  declared: ReadonlySet<string>;
  /** Whether the vendor keeps what it answers; otherwise an id alone says nothing to it. */
  stored: boolean;
  seals: Seals | undefined;
};

const maxImages = 500;
const maxText = 10_485_760;
const maxId = 64;
const calledName = /^[a-zA-Z0-9_-]{1,128}$/;
const details = new Set<unknown>([undefined, null, 'auto', 'low', 'high', 'original']);
const imageRule = {
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  most: 50_000_000,
  side: Number.POSITIVE_INFINITY,
};
const inputParts = wordsOf('input_text input_image input_file');
const partsOf: Record<string, ReadonlySet<string>> = {
  user: inputParts,
  system: wordsOf('input_text'),
  developer: wordsOf('input_text'),
  assistant: wordsOf('output_text refusal'),
};
const partKeys: Record<string, ReadonlySet<string>> = {
  input_text: wordsOf('type text'),
  input_image: wordsOf('type image_url file_id detail'),
  input_file: wordsOf('type file_id filename file_data file_url detail'),
  output_text: wordsOf('type text annotations logprobs'),
  refusal: wordsOf('type refusal'),
};
/** Of each kind of item: its keys and how its id begins. */
const kinds: Record<string, { keys: ReadonlySet<string>; prefix: string }> = {
  message: { keys: wordsOf('type id role content status phase'), prefix: 'msg' },
  function_call: { keys: wordsOf('type id call_id name arguments status namespace'), prefix: 'fc' },
  function_call_output: { keys: wordsOf('type id call_id output status'), prefix: 'fc' },
  reasoning: { keys: wordsOf('type id summary encrypted_content content status'), prefix: 'rs' },
  item_reference: { keys: wordsOf('type id'), prefix: '' },
};

const kindOf = ({ type, role }: Item): string => {
  if (typeof type === 'string') return type;
  return role === undefined ? 'nothing' : 'message';
};

const judgePicture = (part: Item, at: string, report: Report): void => {
  const { image_url: url, file_id: file, detail } = part;
  if (!details.has(detail)) report.error('part-shape', `${at}.detail`, 'no such detail');
  if (url === undefined || url === null) {
    if (typeof file !== 'string') report.error('part-shape', at, 'an image has an image_url or a file_id');
    return;
  }
  if (typeof url !== 'string') {
    report.error('part-shape', `${at}.image_url`, 'is a string here, not an object');
    return;
  }
  const opened = openDataUrl(url);
  if (opened !== undefined) judgeImage(opened, imageRule, `${at}.image_url`, report);
  else if (!/^https?:\/\/[^\s/]+/.test(url))
    report.error('image-url', `${at}.image_url`, 'neither an address nor base64');
};

const judgePart = (part: unknown, allowed: ReadonlySet<string>, at: string, report: Report): void => {
  const type = isRecord(part) ? String(part['type']) : '';
  const keys = partKeys[type];
  if (!isRecord(part) || keys === undefined || !allowed.has(type)) {
    report.error('part-type', `${at}.type`, `${type} is none of ${[...allowed].join(', ')}`);
    return;
  }
  judgeKeys(part, keys, at, 'part-shape', report);
  if (type === 'input_image') judgePicture(part, at, report);
  else if (type !== 'input_file') {
    const text = part[type === 'refusal' ? 'refusal' : 'text'];
    if (typeof text !== 'string') report.error('part-shape', at, 'the text must be a string');
    else if (text.length > maxText) report.error('content-too-long', at, `longer than ${maxText}`);
  }
};

const judgeContent = (content: unknown, allowed: ReadonlySet<string>, at: string, report: Report): void => {
  if (typeof content === 'string') {
    if (content.length > maxText) report.error('content-too-long', at, `longer than ${maxText}`);
    return;
  }
  if (!isList(content)) report.error('content-type', at, 'is a string or a list of parts');
  else content.forEach((part, index) => judgePart(part, allowed, `${at}[${index}]`, report));
};

const judgeMessage = (item: Item, at: string, report: Report): void => {
  const { role, content } = item;
  const allowed = typeof role === 'string' && Object.hasOwn(partsOf, role) ? partsOf[role] : undefined;
  if (allowed === undefined) report.error('role', `${at}.role`, `${JSON.stringify(role)} is no role`);
  else if (content === undefined || content === null)
    report.error('content-missing', `${at}.content`, 'missing required parameter');
  else judgeContent(content, allowed, `${at}.content`, report);
  if (isBlank(content) || (isList(content) && content.length === 0))
    report.warning('content-empty', `${at}.content`, 'a message that says nothing');
};

const judgeCall = (item: Item, at: string, { report, declared }: Context): void => {
  const { name, arguments: args } = item;
  if (typeof name !== 'string' || !calledName.test(name))
    report.error('call-name', `${at}.name`, `${JSON.stringify(name)} does not match ${calledName}`);
  else if (!declared.has(name))
    report.warning('call-undeclared', `${at}.name`, `${name} is not among the tools of this request`);
  if (typeof args !== 'string') {
    report.error('call-arguments', `${at}.arguments`, 'arguments must be a string');
    return;
  }
  try {
    if (isRecord(JSON.parse(args))) return;
  } catch {
    // Said below, as for any other text that is no object.
  }
  report.error('call-arguments', `${at}.arguments`, 'arguments are not a JSON object');
};

const judgeReasoning = (item: Item, at: string, { report, stored, seals }: Context): void => {
  const { id, summary, encrypted_content: secret } = item;
  if (!isList(summary)) report.error('thinking', `${at}.summary`, 'missing required parameter');
  else
    for (const [index, part] of summary.entries())
      if (!isRecord(part) || part['type'] !== 'summary_text' || typeof part['text'] !== 'string')
        report.error('thinking', `${at}.summary[${index}]`, 'is {type: "summary_text", text}');
  if (typeof secret !== 'string' || secret === '') {
    if (!stored) report.error('item-gone', at, 'items are not persisted when store is false');
    return;
  }
  if (seals === undefined) return;
  const issued = seals.get(secret);
  if (issued === undefined)
    report.error('seal', `${at}.encrypted_content`, 'the encrypted content could not be verified');
  else if (issued !== JSON.stringify([id, summary]))
    report.error('seal', at, 'the encrypted content belongs to another item');
};

const judgeItem = (item: unknown, at: string, context: Context): void => {
  const { report, stored } = context;
  const kind = isRecord(item) ? kindOf(item) : 'nothing';
  const rule = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!isRecord(item) || rule === undefined) {
    report.error('item-type', at, `no item of type ${kind}`);
    return;
  }
  judgeKeys(item, rule.keys, at, 'message-key', report);
  const { id, call_id: callId } = item;
  if (id !== undefined && id !== null) {
    if (typeof id !== 'string' || !id.startsWith(rule.prefix) || id.length > maxId)
      report.error('item-id', `${at}.id`, `expected an id that begins with ${rule.prefix}`);
  } else if (kind === 'reasoning' || kind === 'item_reference')
    report.error('item-id', `${at}.id`, 'missing required parameter');
  if (kind === 'function_call' || kind === 'function_call_output') {
    if (typeof callId !== 'string' || callId === '' || callId.length > maxId)
      report.error('call-id', `${at}.call_id`, `a string of 1 to ${maxId} characters`);
  }
  if (kind === 'message') judgeMessage(item, at, report);
  else if (kind === 'function_call') judgeCall(item, at, context);
  else if (kind === 'function_call_output') judgeContent(item['output'], inputParts, `${at}.output`, report);
  else if (kind === 'reasoning') judgeReasoning(item, at, context);
  else if (!stored) report.error('item-gone', at, 'items are not persisted when store is false');
};

const judgePairing = (items: readonly Item[], report: Report): void => {
  const open = new Map<unknown, string>();
  const answered = new Set<unknown>();
  const called = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const at = `input[${index}]`;
    const id = item['call_id'];
    const kind = kindOf(item);
    if (kind === 'function_call') {
      if (called.has(id)) report.error('call-id-duplicate', at, `${String(id)} is used twice`);
      answered.delete(id);
      called.add(id);
      open.set(id, at);
    } else if (kind === 'function_call_output') {
      if (called.has(id)) {
        if (answered.has(id)) report.error('result-duplicate', at, `${String(id)} is answered twice`);
        answered.add(id);
      } else report.error('result-orphan', at, `no tool call found with call_id ${String(id)}`);
      open.delete(id);
    } else if (open.size > 0 && item['role'] === 'user')
      report.warning('result-interrupted', at, 'a user message between calls and their outputs');
  }
  for (const [id, at] of open) report.error('result-missing', at, `no tool output found for ${String(id)}`);
};

/** A reasoning item stands right before what came of it: more reasoning, an assistant's message, or a call. */
const judgeFollowers = (items: readonly Item[], report: Report): void => {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const at = `input[${index}]`;
    const { id } = item;
    if (typeof id === 'string' && seen.has(id)) report.error('item-duplicate', at, `duplicate item ${id}`);
    seen.add(id);
    if (kindOf(item) !== 'reasoning') continue;
    const next = items[index + 1];
    const kind = next === undefined ? '' : kindOf(next);
    const follows =
      kind === 'reasoning' ||
      kind === 'function_call' ||
      kind === 'item_reference' ||
      (kind === 'message' && next?.['role'] === 'assistant');
    if (!follows) report.error('reasoning-pair', at, 'provided without its required following item');
  }
};

const countImages = (value: unknown): number => {
  if (isList(value)) return value.reduce((sum: number, item) => sum + countImages(item), 0);
  if (!isRecord(value)) return 0;
  return value['type'] === 'input_image' ? 1 : countImages(value['content']) + countImages(value['output']);
};

export const judgeItems = (input: unknown, context: Context): void => {
  const { report } = context;
  if (typeof input === 'string' && input !== '') return;
  if (!isList(input) || input.length === 0) {
    report.error('messages-empty', 'input', 'input is a text or a filled list of items');
    return;
  }
  input.forEach((item, index) => judgeItem(item, `input[${index}]`, context));
  const items = input.filter(isRecord);
  if (items.length !== input.length) return;
  judgePairing(items, report);
  judgeFollowers(items, report);
  if (countImages(input) > maxImages) report.error('image-count', 'input', `more than ${maxImages} images`);
  const last = items.at(-1);
  if (last !== undefined && last['role'] !== 'user' && kindOf(last) !== 'function_call_output')
    report.warning('last-role', `input[${items.length - 1}]`, 'nobody asked for a turn');
};
