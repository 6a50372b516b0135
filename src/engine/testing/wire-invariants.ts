// What every request must be, whatever the history: the strictest reading of what vendors refuse, on our own messages.
// An independent judge of the bytes on the wire stands in `e2e/model-server`.

import type { AssistantPart, RequestMessage, RequestResult } from '../messages.ts';

const ID = /^[a-zA-Z0-9_-]{1,64}$/;

/** Empty: any provider takes it. Each problem names the message. */
export function wireProblems(messages: readonly RequestMessage[]): readonly string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  let waiting: readonly string[] = [];
  messages.forEach((message, index) => {
    const say = (problem: string): void =>
      void problems.push(`message ${index} (${message.role}): ${problem}`);
    if (index === 0 && message.role !== 'user') say('the first message is not of the user');
    if (message.role !== 'tool' && messages[index - 1]?.role === message.role)
      say('same role twice in a row');
    if (message.role === 'tool') {
      judgeResults(message.results, waiting, say);
      waiting = [];
      return;
    }
    if (waiting.length > 0) say(`no result right behind the calls ${waiting.join(', ')}`);
    waiting = [];
    if (message.parts.length === 0) say('no parts');
    if (message.role === 'assistant') {
      waiting = judgeCalls(message.parts, ids, say);
      if (message.parts.every((part) => part.type === 'reasoning')) say('nothing but reasoning');
    }
    for (const part of message.parts) {
      if (part.type === 'text' && part.text.trim() === '') say('a text without words');
      if (!JSON.stringify(part).isWellFormed() || !isWellFormedDeep(part)) say('a lone surrogate');
    }
  });
  if (waiting.length > 0) problems.push(`at the end: no result for ${waiting.join(', ')}`);
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') problems.push(`it ends with ${last ?? 'nothing'}`);
  return problems;
}

function judgeCalls(
  parts: readonly AssistantPart[],
  ids: Set<string>,
  say: (problem: string) => void,
): readonly string[] {
  const calls = parts.filter((part) => part.type === 'tool-call');
  for (const { callId, tool, argumentsText } of calls) {
    if (!ID.test(callId)) say(`call id ${JSON.stringify(callId)}`);
    if (ids.has(callId)) say(`call id ${callId} twice`);
    ids.add(callId);
    if (!ID.test(tool)) say(`tool name ${JSON.stringify(tool)}`);
    const value = parsed(argumentsText);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) say(`arguments of ${callId}`);
    else if (!isWellFormedDeep(value)) say(`a lone surrogate in the arguments of ${callId}`);
  }
  return calls.map(({ callId }) => callId);
}

function judgeResults(
  results: readonly RequestResult[],
  waiting: readonly string[],
  say: (problem: string) => void,
): void {
  const answered = results.map(({ callId }) => callId);
  if (answered.join() !== waiting.join()) say(`results [${answered.join()}] for calls [${waiting.join()}]`);
  for (const { callId, text } of results) {
    if (text === '') say(`the result of ${callId} is empty`);
    if (!text.isWellFormed()) say(`a lone surrogate in the result of ${callId}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isWellFormedDeep(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormedDeep(inner));
}
