// Judges the conversation of an Anthropic Messages request: roles, blocks, the pairing of tool_use with tool_result,
// thinking and its signatures. Options and tools are judged in validate-anthropic.ts.

import { isBlank, judgeKeys, wordsOf } from './judge-body.ts';
import { type ImageRule, judgeImage } from './judge-image.ts';
import { isList, isRecord, type Report } from './problem.ts';
import type { Seals } from './wire.ts';

type Context = {
  report: Report;
  declared: ReadonlySet<string> | undefined;
  mustThink: boolean;
  seals: Seals | undefined;
};
type Block = Record<string, unknown>;
type Message = { role: 'user' | 'assistant'; blocks: readonly Block[]; at: string };

const maxImages = 100;
/** From this number of images on, each may have smaller sides only. */
const manyImages = 20;
const callId = /^[a-zA-Z0-9_-]+$/;
const calledName = /^[a-zA-Z0-9_-]{1,200}$/;
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const blockKeys: Record<string, ReadonlySet<string>> = {
  text: wordsOf('type text cache_control citations'),
  image: wordsOf('type source cache_control'),
  document: wordsOf('type source cache_control title context citations'),
  tool_use: wordsOf('type id name input cache_control caller'),
  tool_result: wordsOf('type tool_use_id content is_error cache_control'),
  thinking: wordsOf('type thinking signature'),
  redacted_thinking: wordsOf('type data'),
};
const blocksOf: Record<Message['role'] | 'tool_result', ReadonlySet<string>> = {
  user: wordsOf('text image document tool_result'),
  assistant: wordsOf('text tool_use thinking redacted_thinking'),
  tool_result: wordsOf('text image document'),
};

const judgeSource = (source: unknown, at: string, rule: ImageRule, report: Report): void => {
  const type = isRecord(source) ? source['type'] : undefined;
  if (isRecord(source) && type === 'base64')
    judgeImage({ type: source['media_type'] ?? null, data: source['data'] }, rule, at, report);
  else if (!isRecord(source) || !(type === 'url' || type === 'file'))
    report.error('part-shape', at, 'a source is base64, url or file');
  else if (type === 'url' && !String(source['url']).startsWith('https://'))
    report.error('part-shape', `${at}.url`, 'only https addresses are fetched');
};

const judgeThought = (block: Block, at: string, { report, seals }: Context): void => {
  const covers = block['type'] === 'thinking' ? block['thinking'] : block['data'];
  const seal = block['type'] === 'thinking' ? block['signature'] : block['data'];
  if (typeof covers !== 'string' || typeof seal !== 'string' || seal === '') {
    report.error('thinking', at, 'thinking and signature (or data) are strings, the signature is filled');
    return;
  }
  if (seals === undefined) return;
  const issued = seals.get(seal);
  if (issued === undefined) report.error('seal', `${at}.signature`, 'invalid signature in thinking block');
  else if (block['type'] === 'thinking' && issued !== covers)
    report.error('seal', at, 'thinking blocks cannot be modified');
};

const judgeResult = (block: Block, at: string, rule: ImageRule, context: Context): void => {
  const { report } = context;
  const { content, is_error: failed } = block;
  if (failed !== undefined && typeof failed !== 'boolean')
    report.error('part-shape', `${at}.is_error`, 'must be a boolean');
  if (content === undefined || typeof content === 'string') return;
  if (!isList(content)) {
    report.error('content-type', `${at}.content`, 'is a string or a list of blocks');
    return;
  }
  for (const [index, inner] of content.entries()) {
    const place = `${at}.content[${index}]`;
    judgeBlock(inner, 'tool_result', place, rule, context);
    if (failed === true && isRecord(inner) && inner['type'] !== 'text')
      report.error('part-type', place, 'all content must be text where is_error is true');
  }
};

const judgeCall = (block: Block, at: string, { report, declared }: Context): void => {
  const { id, name, input } = block;
  if (typeof id !== 'string' || !callId.test(id))
    report.error('call-id', `${at}.id`, `${JSON.stringify(id)} does not match ${callId}`);
  if (typeof name !== 'string' || !calledName.test(name))
    report.error('call-name', `${at}.name`, `${JSON.stringify(name)} does not match ${calledName}`);
  else if (declared?.has(name) === false)
    report.warning('call-undeclared', `${at}.name`, `${name} is not among the tools of this request`);
  if (!isRecord(input)) report.error('call-arguments', `${at}.input`, 'input must be an object');
};

const judgeBlock = (
  block: unknown,
  place: keyof typeof blocksOf,
  at: string,
  rule: ImageRule,
  context: Context,
): void => {
  const { report } = context;
  const type = isRecord(block) ? String(block['type']) : '';
  if (!isRecord(block) || blockKeys[type] === undefined || !blocksOf[place].has(type)) {
    report.error('part-type', at, `no block ${type} in ${place}`);
    return;
  }
  judgeKeys(block, blockKeys[type], at, 'part-shape', report);
  if (type === 'text') {
    if (typeof block['text'] !== 'string') report.error('part-shape', `${at}.text`, 'must be a string');
    else if (isBlank(block['text']))
      report.error('content-empty', `${at}.text`, 'must contain non-whitespace');
  } else if (type === 'image') judgeSource(block['source'], `${at}.source`, rule, report);
  else if (type === 'tool_use') judgeCall(block, at, context);
  else if (type === 'tool_result') judgeResult(block, at, rule, context);
  else if (type !== 'document') judgeThought(block, at, context);
};

const openMessage = (message: unknown, at: string, report: Report): Message | undefined => {
  if (!isRecord(message)) {
    report.error('message-shape', at, 'a message is an object');
    return undefined;
  }
  judgeKeys(message, wordsOf('role content'), at, 'message-key', report);
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') {
    report.error('role', `${at}.role`, `${JSON.stringify(role)} is no role of messages`);
    return undefined;
  }
  if (typeof content === 'string') return { role, at, blocks: [{ type: 'text', text: content }] };
  if (!isList(content)) {
    report.error('content-type', `${at}.content`, 'is a string or a list of blocks');
    return undefined;
  }
  if (content.length === 0) report.error('content-empty', `${at}.content`, 'must have non-empty content');
  return { role, at, blocks: content.map((block) => (isRecord(block) ? block : { type: 'none' })) };
};

/** Turns of one role in a row count as one turn. */
const joinTurns = (messages: readonly Message[]): Message[] => {
  const turns: Message[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role === message.role)
      turns[turns.length - 1] = { ...last, blocks: [...last.blocks, ...message.blocks] };
    else turns.push(message);
  }
  return turns;
};

const idsOf = ({ blocks }: Message, type: string, key: string): string[] =>
  blocks.filter((block) => block['type'] === type).map((block) => String(block[key]));

const judgePairing = (turns: readonly Message[], report: Report): void => {
  const seen = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    const called = turn.role === 'assistant' ? idsOf(turn, 'tool_use', 'id') : [];
    for (const id of called) {
      if (seen.has(id)) report.error('call-id-duplicate', turn.at, `tool_use ids must be unique: ${id}`);
      seen.add(id);
    }
    const next = turns[index + 1];
    const answered = next === undefined ? [] : idsOf(next, 'tool_result', 'tool_use_id');
    for (const id of called)
      if (!answered.includes(id))
        report.error('result-missing', turn.at, `${id} is without a tool_result immediately after`);
    if (turn.role === 'assistant') continue;
    const before = turns[index - 1];
    const asked = before === undefined ? [] : idsOf(before, 'tool_use', 'id');
    const results = idsOf(turn, 'tool_result', 'tool_use_id');
    for (const [place, id] of results.entries()) {
      if (!asked.includes(id)) report.error('result-orphan', turn.at, `unexpected tool_use_id ${id}`);
      else if (results.indexOf(id) !== place)
        report.error('result-duplicate', turn.at, `two results for ${id}`);
    }
    const firstOther = turn.blocks.findIndex((block) => block['type'] !== 'tool_result');
    if (firstOther >= 0 && turn.blocks.slice(firstOther).some((block) => block['type'] === 'tool_result'))
      report.error('text-order', turn.at, 'tool_result blocks must come before anything else');
  }
};

const isThought = (block: Block | undefined): boolean =>
  block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking';

/** While the model thinks, the turn that the last results answer must begin with what it thought. */
const judgeThinkingTurn = (turns: readonly Message[], report: Report): void => {
  const said = turns.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.every((block) => block['type'] !== 'tool_result'),
  );
  const turn = turns[said + 1];
  if (turn !== undefined && !isThought(turn.blocks[0]))
    report.error('thinking-missing', `${turn.at}.content[0]`, 'expected thinking or redacted_thinking');
};

const countImages = (value: unknown): number => {
  if (isList(value)) return value.reduce((sum: number, item) => sum + countImages(item), 0);
  if (!isRecord(value)) return 0;
  return value['type'] === 'image' ? 1 : countImages(value['content']);
};

export const judgeAnthropicMessages = (messages: unknown, context: Context): void => {
  const { report, declared, mustThink } = context;
  if (!isList(messages) || messages.length === 0) {
    report.error('messages-empty', 'messages', 'at least one message is required');
    return;
  }
  const opened = messages.flatMap(
    (message, index) => openMessage(message, `messages[${index}]`, report) ?? [],
  );
  const images = countImages(messages);
  if (images > maxImages) report.error('image-count', 'messages', `more than ${maxImages} images`);
  const rule = { types: imageTypes, most: 5_242_880, side: images > manyImages ? 2000 : 8000 };
  for (const { role, blocks, at } of opened) {
    for (const [index, block] of blocks.entries())
      judgeBlock(block, role, `${at}.content[${index}]`, rule, context);
    if (role === 'assistant' && isThought(blocks.at(-1)))
      report.error('thinking', at, 'the final block of an assistant message cannot be thinking');
  }
  const turns = joinTurns(opened);
  if (turns[0]?.role === 'assistant')
    report.error('first-role', 'messages[0]', 'the first message must use the user role');
  if (turns.at(-1)?.role === 'assistant')
    report.error('last-role', `messages[${messages.length - 1}]`, 'the conversation must end with a user');
  judgePairing(turns, report);
  if (mustThink) judgeThinkingTurn(turns, report);
  if (declared === undefined && opened.some((message) => idsOf(message, 'tool_use', 'id').length > 0))
    report.error('tools-missing', 'tools', 'requests with tool_use blocks must define tools');
};
