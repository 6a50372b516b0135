// The smallest client of the wire: reads a stream, runs toy tools over a map of files, loops. It exists to test the
// server and its scripts without the product, so nothing here is shared with the product.

import { isList, isRecord } from './problem.ts';

export type ToyCall = { id: string; name: string; args: string };
export type ToyAnswer = {
  text: string;
  reasoning: string;
  calls: ToyCall[];
  finish: string | null;
  usage: unknown;
};
export type ToyMessage = Record<string, unknown>;

export const toyTools = [
  'list_files',
  'grep_files',
  'stat_file',
  'search_files',
  'read_file',
  'edit_file',
  'write_file',
].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { path: { type: 'string' } } } },
}));

export const toyBody = (messages: readonly ToyMessage[]): ToyMessage => ({
  model: 'scripted',
  messages,
  tools: toyTools,
  stream: true,
  stream_options: { include_usage: true },
});

export const postChat = (baseUrl: string, body: unknown, more: RequestInit = {}): Promise<Response> =>
  fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  });

/** The JSON events of an SSE text; throws when `[DONE]` does not end it. */
export const eventsOf = (text: string): unknown[] => {
  const lines = text.split('\n\n').filter((line) => line !== '');
  if (lines.pop() !== 'data: [DONE]') throw new Error('the stream did not end in [DONE]');
  return lines.map((line): unknown => JSON.parse(line.replace(/^data: /, '')));
};

const first = (value: unknown): unknown => (isList(value) ? value[0] : undefined);

const field = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

const words = (value: unknown, key: string): string => {
  const text = field(value, key);
  return typeof text === 'string' ? text : '';
};

const addCall = (calls: ToyCall[], delta: unknown): void => {
  const index = Number(field(delta, 'index'));
  const called = field(delta, 'function');
  const call = calls[index] ?? {
    id: String(field(delta, 'id')),
    name: String(field(called, 'name')),
    args: '',
  };
  call.args += words(called, 'arguments');
  calls[index] = call;
};

export const readAnswer = async (response: Response): Promise<ToyAnswer> => {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const answer: ToyAnswer = { text: '', reasoning: '', calls: [], finish: null, usage: undefined };
  for (const event of eventsOf(await response.text())) {
    const choice = first(field(event, 'choices'));
    const delta = field(choice, 'delta');
    answer.text += words(delta, 'content');
    answer.reasoning += words(delta, 'reasoning_content');
    const deltas = field(delta, 'tool_calls');
    if (isList(deltas)) for (const part of deltas) addCall(answer.calls, part);
    const finish = field(choice, 'finish_reason');
    if (typeof finish === 'string') answer.finish = finish;
    answer.usage = field(event, 'usage') ?? answer.usage;
  }
  return answer;
};

const fence = (text: string): string => `<data>\n${text}\n</data>`;

const runToy = (files: Map<string, string>, { name, args: text }: ToyCall): string => {
  const parsed: unknown = JSON.parse(text);
  const argument = (key: string): string => words(parsed, key);
  const path = argument('path');
  const below = [...files].filter(([file]) => path === '' || file === path || file.startsWith(`${path}/`));
  const content = files.get(path);
  if (name === 'write_file') {
    files.set(path, argument('content'));
    return `Wrote ${path}`;
  }
  if (name === 'list_files') return fence(below.map(([file]) => file).join('\n'));
  if (name === 'search_files') return fence([...files.keys()].join('\n'));
  if (name === 'grep_files') {
    const pattern = new RegExp(argument('pattern'));
    const hits = below.flatMap(([file, lines]) =>
      lines
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
    );
    return fence(hits.join('\n'));
  }
  if (content === undefined) return `Error: not found: ${path}`;
  if (name === 'edit_file') {
    if (!content.includes(argument('old'))) return 'Error: the old text is not in the file';
    files.set(path, content.replace(argument('old'), argument('new')));
    return `Edited ${path}`;
  }
  return fence(name === 'stat_file' ? `${path}: ${content.length} bytes` : content);
};

export type ToyRun = { messages: ToyMessage[]; calls: number; requests: number; text: string };

/** Runs the loop to its end. `spoil` may replace the result of a call before it is sent, or run it not at all. */
export const runToyLoop = async (
  baseUrl: string,
  files: Map<string, string>,
  options: { messages?: ToyMessage[]; spoil?: (call: ToyCall, count: number) => string | undefined } = {},
): Promise<ToyRun> => {
  const messages = options.messages ?? [{ role: 'user', content: 'Do the task.' }];
  let calls = 0;
  for (let requests = 1; requests <= 200; requests++) {
    const answer = await readAnswer(await postChat(baseUrl, toyBody(messages)));
    if (answer.calls.length === 0) return { messages, calls, requests, text: answer.text };
    messages.push({
      role: 'assistant',
      content: answer.text === '' ? null : answer.text,
      tool_calls: answer.calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    });
    for (const call of answer.calls) {
      calls += 1;
      const content = options.spoil?.(call, calls) ?? runToy(files, call);
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
  throw new Error('the model did not stop within 200 requests');
};
