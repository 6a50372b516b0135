// Reads a chat request the way a model would: what the person said, which calls were made, what came back.
// It judges nothing (validate-chat.ts does) and tolerates any wording of results: a script looks for facts in them.

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
};

export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!isList(content)) return '';
  return content
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n');
};

const parseArguments = (text: unknown): Record<string, unknown> => {
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

const callsOf = (message: Record<string, unknown>): Omit<Step, 'result' | 'state'>[] => {
  const calls = message['tool_calls'];
  if (!isList(calls)) return [];
  return calls.flatMap((call) => {
    const called = isRecord(call) ? call['function'] : undefined;
    if (!isRecord(call) || !isRecord(called)) return [];
    return [
      { id: String(call['id']), name: String(called['name']), args: parseArguments(called['arguments']) },
    ];
  });
};

/** Never throws: a malformed body reads as an empty conversation. */
export const readConversation = (body: unknown, index: number): Conversation => {
  const request = isRecord(body) ? body : {};
  const messages = isList(request['messages']) ? request['messages'].filter(isRecord) : [];
  const open = new Map<string, Omit<Step, 'result' | 'state'>>();
  const steps: Step[] = [];
  const users: string[] = [];
  let saidSince: string[] = [];
  let system = '';
  for (const message of messages) {
    const text = textOf(message['content']);
    if (message['role'] === 'system') system += text;
    else if (message['role'] === 'user') {
      users.push(text);
      saidSince.push(text);
    } else if (message['role'] === 'assistant') for (const call of callsOf(message)) open.set(call.id, call);
    else if (message['role'] === 'tool') {
      const call = open.get(String(message['tool_call_id']));
      if (call !== undefined) steps.push({ ...call, result: text, state: resultState(text, call.name) });
      saidSince = [];
    }
  }
  const tools = namesOf(request['tools']);
  return {
    index,
    model: typeof request['model'] === 'string' ? request['model'] : '',
    system,
    users,
    steps,
    tools,
    mayCall: tools.length > 0 && request['tool_choice'] !== 'none',
    saidSince,
  };
};

/** File names that stand in a text, in order, each once. */
export const fileNamesIn = (text: string): string[] => [
  ...new Set(text.match(/(?:[\p{L}\p{N}_-]+\/)*[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[a-z]{1,4}\b/gu) ?? []),
];
