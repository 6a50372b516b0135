// Reads a request the way a model would: what the person said, which calls were made, what came back. Each wire turns
// its own body into a reading (here: that of chat completions); what follows from it is the same for all.
// It judges nothing and tolerates any wording of results: a script looks for facts in them.

import { isList, isRecord } from './problem.ts';

export type ResultState = 'ok' | 'error' | 'denied' | 'interrupted' | 'unknown';

export type Step = {
  id: string;
  name: string;
  args: Record<string, unknown>;
  result: string;
  state: ResultState;
};

export type Conversation = {
  /** Chat requests served before this one. */
  index: number;
  model: string;
  system: string;
  /** What the person (or the harness in the person's place) said, oldest first. */
  users: readonly string[];
  /** Every call with its result, in order. */
  steps: readonly Step[];
  tools: readonly string[];
  /** False for a request that offers no tools, or forbids them: a title, a summary, a closing word. */
  mayCall: boolean;
  /** Which of `users` came after the last call's result. */
  saidSince: readonly string[];
  /** Every image in the request as base64, in order. */
  images: readonly string[];
};

/** One thing that was said, called or answered; `images` as base64. */
export type Turn =
  | { kind: 'user'; text: string; images?: readonly string[] }
  | { kind: 'call'; id: string; name: string; args: Record<string, unknown> }
  | { kind: 'result'; id: string; text: string; images?: readonly string[] };

/** What any wire's body says, in order. */
export type Reading = {
  model: string;
  system: string;
  turns: readonly Turn[];
  tools: readonly string[];
  mayCall: boolean;
};

export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!isList(content)) return '';
  return content
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n');
};

/** The id that stands there, or the place of the call among all calls where the wire lets ids out. */
export const idOr = (id: unknown, place: number): string => (typeof id === 'string' ? id : `nth-${place}`);

/** The base64 of a data address; any other address as it is. */
export const imageOf = (url: string): string => url.replace(/^data:[^,]*,/, '');

export const parseArguments = (text: unknown): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(String(text));
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
};

/** The first line of a result that is no fence: where tools say how a call ended. */
const opening = (result: string): string =>
  result
    .split('\n')
    .filter((line) => !/^\s*(<\/?[^>]*>|`{3,}\w*|-{3,}|={3,})\s*$/.test(line) && line.trim() !== '')
    .slice(0, 1)
    .join('')
    .slice(0, 300);

const signs: readonly (readonly [ResultState, RegExp])[] = [
  ['unknown', /\bunknown (outcome|whether)|outcome (is )?unknown|\bnot known (whether|if)\b/i],
  ['ok', /\btook effect\b|\bconfirmed that it ran\b/i],
  ['denied', /\bdenied\b|\brefused by\b|not allowed|\bdeclined\b/i],
  [
    'interrupted',
    /\binterrupted\b|\baborted\b|\bcancelled\b|\bdid not (run|take effect)\b|was not run|never (ran|started)/i,
  ],
  [
    'error',
    /^\W*(error|failed|failure|invalid|stale|not found|no such)\b|"?error"?\s*[:=]|^read .* first\b/i,
  ],
  ['error', /\bnothing was (written|changed)\b|\bthere is nothing at\b|\bchanged since\b/i],
];

/** How a call that writes says that it wrote. Anything else is no success: a model that guesses here loses steps. */
const wrote = /^\W*(edited|created|wrote|written|saved|updated|replaced)\b/i;

/** Reads the state of a result from how it opens; calls that write must say that they did. */
export const resultState = (result: string, tool = ''): ResultState => {
  const start = opening(result);
  const sign = signs.find(([, pattern]) => pattern.test(start))?.[0];
  if (sign !== undefined) return sign;
  return (tool === 'edit_file' || tool === 'write_file') && !wrote.test(start) ? 'error' : 'ok';
};

const namesOf = (tools: unknown): string[] =>
  isList(tools)
    ? tools.flatMap((tool) => {
        const declared = isRecord(tool) ? tool['function'] : undefined;
        const name = isRecord(declared) ? declared['name'] : undefined;
        return typeof name === 'string' ? [name] : [];
      })
    : [];

const chatTurns = (message: Record<string, unknown>): Turn[] => {
  const { role, content } = message;
  const text = textOf(content);
  if (role === 'user') {
    const parts = isList(content) ? content.filter(isRecord) : [];
    const urls = parts.flatMap(({ image_url: image }) => (isRecord(image) ? [String(image['url'])] : []));
    return [{ kind: 'user', text, images: urls.map(imageOf) }];
  }
  if (role === 'tool') return [{ kind: 'result', id: String(message['tool_call_id']), text }];
  const calls = message['tool_calls'];
  if (role !== 'assistant' || !isList(calls)) return [];
  return calls.flatMap((call): Turn[] => {
    const called = isRecord(call) ? call['function'] : undefined;
    if (!isRecord(call) || !isRecord(called)) return [];
    const args = parseArguments(called['arguments']);
    return [{ kind: 'call', id: String(call['id']), name: String(called['name']), args }];
  });
};

/** Never throws: a malformed body reads as an empty conversation. */
export const readChat = (body: unknown): Reading => {
  const request = isRecord(body) ? body : {};
  const messages = isList(request['messages']) ? request['messages'].filter(isRecord) : [];
  const tools = namesOf(request['tools']);
  return {
    model: typeof request['model'] === 'string' ? request['model'] : '',
    system: messages.map(({ role, content }) => (role === 'system' ? textOf(content) : '')).join(''),
    turns: messages.flatMap(chatTurns),
    tools,
    mayCall: tools.length > 0 && request['tool_choice'] !== 'none',
  };
};

export const converse = ({ turns, model, system, tools, mayCall }: Reading, index: number): Conversation => {
  const open = new Map<string, Omit<Step, 'result' | 'state'>>();
  const steps: Step[] = [];
  const users: string[] = [];
  const images: string[] = [];
  let saidSince: string[] = [];
  for (const turn of turns) {
    if (turn.kind !== 'call') images.push(...(turn.images ?? []));
    if (turn.kind === 'call') open.set(turn.id, { id: turn.id, name: turn.name, args: turn.args });
    else if (turn.kind === 'user') {
      users.push(turn.text);
      saidSince.push(turn.text);
    } else {
      const call = open.get(turn.id);
      if (call !== undefined)
        steps.push({ ...call, result: turn.text, state: resultState(turn.text, call.name) });
      saidSince = [];
    }
  }
  return { index, model, system, users, steps, tools, mayCall, saidSince, images };
};

/** File names that stand in a text, in order, each once. */
export const fileNamesIn = (text: string): string[] => [
  ...new Set(text.match(/(?:[\p{L}\p{N}_-]+\/)*[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[a-z]{1,4}\b/gu) ?? []),
];
