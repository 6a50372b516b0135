// Judges the conversation of a chat request: roles and their order, and the pairing of tool calls with results.
// It does not look inside content (validate-content.ts) or tool schemas (validate-tools.ts).

import { eachString, hasLoneSurrogate, isList, isRecord, keysOutside, type Report } from './problem.ts';
import { judgeContent, type Role } from './validate-content.ts';
import { functionName } from './validate-tools.ts';

const maxMessages = 2048;
const maxCalls = 128;
const maxId = 64;
const callKeys = new Set(['id', 'type', 'function', 'index']);
const calledKeys = new Set(['name', 'arguments']);
const roles: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool'];

const isRole = (value: unknown): value is Role => typeof value === 'string' && roles.includes(value);

/** The calls of the last assistant message that still wait for their results, in declared order. */
type Open = { at: string; waiting: string[]; answered: Set<string> };

type Course = {
  report: Report;
  declared: ReadonlySet<string> | undefined;
  ids: Set<string>;
  open: Open | undefined;
  previous: Role | undefined;
  spoken: boolean;
};

const judgeArguments = (text: unknown, at: string, report: Report): void => {
  if (typeof text !== 'string') {
    report.error('call-arguments', at, 'arguments must be a string');
    return;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    report.error('call-arguments', at, `arguments are not JSON: ${text.slice(0, 60)}`);
    return;
  }
  if (!isRecord(parsed)) report.error('call-arguments', at, 'arguments must parse as a JSON object');
  eachString(parsed, '', (inner) => {
    // An escape inside the inner JSON is invisible to a check of the outer strings.
    if (hasLoneSurrogate(inner))
      report.error('lone-surrogate', at, 'an escaped lone surrogate in the arguments');
  });
};

const judgeCall = (call: unknown, at: string, course: Course): string | undefined => {
  const { report, ids, declared } = course;
  if (!isRecord(call)) {
    report.error('call-shape', at, 'a tool call is an object');
    return undefined;
  }
  for (const key of keysOutside(call, callKeys)) report.error('call-shape', `${at}.${key}`, 'unknown key');
  if (call['type'] !== 'function') report.error('call-shape', `${at}.type`, 'type must be "function"');
  const called = call['function'];
  if (isRecord(called)) {
    for (const key of keysOutside(called, calledKeys))
      report.error('call-shape', `${at}.function.${key}`, 'unknown key');
    const name = called['name'];
    if (typeof name !== 'string' || !functionName.test(name))
      report.error(
        'call-name',
        `${at}.function.name`,
        `${JSON.stringify(name)} does not match ${functionName}`,
      );
    else if (declared === undefined || !declared.has(name))
      report.warning(
        'call-undeclared',
        `${at}.function.name`,
        `${name} is not among the tools of this request`,
      );
    judgeArguments(called['arguments'], `${at}.function.arguments`, report);
  } else report.error('call-shape', `${at}.function`, 'function must be an object');
  const { id } = call;
  if (typeof id !== 'string' || id === '' || id.length > maxId) {
    report.error('call-id', `${at}.id`, `an id is a string of 1 to ${maxId} characters`);
    return typeof id === 'string' ? id : undefined;
  }
  if (ids.has(id)) report.error('call-id-duplicate', `${at}.id`, `${id} is used twice in this request`);
  ids.add(id);
  return id;
};

const judgeCalls = (calls: unknown, at: string, course: Course): Open | undefined => {
  if (calls === undefined) return undefined;
  if (!isList(calls) || calls.length === 0) {
    course.report.error('calls-empty', at, 'tool_calls must be a non-empty array');
    return undefined;
  }
  if (calls.length > maxCalls) course.report.error('calls-too-many', at, `more than ${maxCalls} calls`);
  const waiting: string[] = [];
  calls.forEach((call, index) => {
    const id = judgeCall(call, `${at}[${index}]`, course);
    if (id !== undefined) waiting.push(id);
  });
  return { at, waiting, answered: new Set() };
};

const judgeResult = (message: Record<string, unknown>, at: string, course: Course): void => {
  const { report, open } = course;
  const id = message['tool_call_id'];
  if (typeof id !== 'string' || id === '') {
    report.error('call-id', `${at}.tool_call_id`, 'a tool message needs the id of its call');
    return;
  }
  if (open === undefined) {
    report.error('result-orphan', at, 'no assistant message with tool_calls stands before this tool message');
    return;
  }
  const place = open.waiting.indexOf(id);
  if (place === 0) open.waiting.shift();
  else if (place > 0) {
    report.error('result-order', at, `${id} answers before ${open.waiting[0]}, which was called first`);
    open.waiting.splice(place, 1);
  } else if (open.answered.has(id)) report.error('result-duplicate', at, `${id} is answered twice`);
  else report.error('result-orphan', at, `${id} was not called by the assistant message before`);
  open.answered.add(id);
};

const closeOpen = (course: Course, next: { at: string; role: Role } | undefined): void => {
  const { open, report } = course;
  course.open = undefined;
  if (open === undefined || open.waiting.length === 0) return;
  if (next !== undefined)
    report.error(
      'result-interrupted',
      next.at,
      `a ${next.role} message stands between calls and their results`,
    );
  for (const id of open.waiting) report.error('result-missing', open.at, `no result for ${id}`);
};

const judgeOrder = (role: Role, at: string, course: Course): void => {
  const { report, previous, spoken } = course;
  if (role === 'system' || role === 'developer') {
    if (spoken) report.error('system-not-first', at, `a ${role} message after the conversation began`);
    else if (previous !== undefined) report.warning('system-not-first', at, 'more than one system message');
    if (role === 'developer') report.warning('role', at, 'compatible servers do not know the developer role');
    return;
  }
  if (previous === 'assistant' && role === 'assistant')
    report.warning('role-order', at, 'two assistant messages in a row');
  if (previous === 'user' && role === 'user') report.warning('role-order', at, 'two user messages in a row');
  if (previous === 'tool' && role === 'user')
    report.warning('role-order', at, 'a user message right after a result');
  if (!spoken && role === 'assistant')
    report.warning('role-order', at, 'the conversation begins with an assistant');
};

const judgeMessage = (message: unknown, at: string, course: Course): void => {
  const { report } = course;
  if (!isRecord(message)) {
    report.error('message-shape', at, 'a message is an object');
    return;
  }
  const { role } = message;
  if (!isRole(role)) {
    report.error('role', `${at}.role`, `${JSON.stringify(role)} is no role`);
    return;
  }
  if (role !== 'tool') closeOpen(course, { at, role });
  judgeOrder(role, at, course);
  const calls =
    role === 'assistant' ? judgeCalls(message['tool_calls'], `${at}.tool_calls`, course) : undefined;
  if (role === 'tool') judgeResult(message, at, course);
  judgeContent(message, role, at, report, { withCalls: calls !== undefined });
  if (role === 'assistant') course.open = calls;
  course.previous = role;
  course.spoken ||= role !== 'system' && role !== 'developer';
};

/** Judges `messages`; `declared` are the names in `tools`, undefined when the request declares none. */
export const judgeMessages = (
  messages: unknown,
  declared: ReadonlySet<string> | undefined,
  report: Report,
): void => {
  if (!isList(messages) || messages.length === 0) {
    report.error('messages-empty', 'messages', 'messages must be a non-empty array');
    return;
  }
  if (messages.length > maxMessages)
    report.warning('messages-too-many', 'messages', `OpenAI takes at most ${maxMessages} messages`);
  const course: Course = {
    report,
    declared,
    ids: new Set(),
    open: undefined,
    previous: undefined,
    spoken: false,
  };
  messages.forEach((message, index) => judgeMessage(message, `messages[${index}]`, course));
  closeOpen(course, undefined);
  if (course.previous !== 'user' && course.previous !== 'tool')
    report.error(
      'last-role',
      `messages[${messages.length - 1}]`,
      'the last message must be of a user or a tool',
    );
};
