// The independent judge of Ollama's /api/chat. The server itself refuses only what does not fit its Go types; the rest it
// swallows: unknown keys are ignored, results without a call are shown to the model as they stand, what does not fit the
// window is cut. The judge refuses those too, since nobody would hear of them.

import { isBlank, judgeCount, judgeFlag, judgeKeys, openBody, textsIn, wordsOf } from './judge-body.ts';
import { judgeImage } from './judge-image.ts';
import { eachSchema, judgePlain } from './judge-schema.ts';
import { createReport, isList, isRecord, type Problem, type Report } from './problem.ts';
import type { JudgeOptions } from './wire.ts';

type Fields = Record<string, unknown>;

const maxBytes = 100_000_000;
/** A token is seldom longer in the texts of people; a body beyond that many characters a token is surely cut. */
const charactersOfToken = 8;
const bodyKeys = wordsOf(
  'model messages tools stream format options keep_alive think truncate shift logprobs top_logprobs',
);
const messageKeys = wordsOf('role content thinking images tool_calls tool_name tool_call_id');
const integers = wordsOf(
  'num_ctx num_predict num_keep seed top_k num_batch num_gpu main_gpu num_thread repeat_last_n',
);
const floats = wordsOf(
  'temperature top_p min_p typical_p repeat_penalty presence_penalty frequency_penalty mirostat_tau mirostat_eta',
);
const flags = wordsOf('use_mmap numa low_vram penalize_newline');
const thinkLevels = new Set<unknown>([undefined, true, false, 'low', 'medium', 'high', 'max']);
const imageRule = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  most: maxBytes,
  side: Number.POSITIVE_INFINITY,
};

const judgeOption = (key: string, value: unknown, report: Report): void => {
  const at = `options.${key}`;
  if (integers.has(key)) {
    if (!Number.isInteger(value)) report.error('option-type', at, 'must be of type integer');
    else if (key === 'num_ctx') judgeCount(value, 1, at, report);
  } else if (floats.has(key)) {
    if (typeof value !== 'number') report.error('option-type', at, 'must be of type float');
  } else if (flags.has(key)) judgeFlag(value, at, report);
  else if (key !== 'stop') report.error('unknown-key', at, 'invalid option provided');
  else if (!isList(value) || textsIn(value).length !== value.length)
    report.error('option-type', at, 'must be an array of strings');
};

const judgeOptions = (body: Fields, report: Report): void => {
  const { options, keep_alive: alive, format, think } = body;
  judgeFlag(body['stream'], 'stream', report);
  if (!thinkLevels.has(think)) report.error('thinking', 'think', 'is a boolean or low, medium, high, max');
  const isDuration = typeof alive === 'string' && /^-?\d+(\.\d+)?(ms|s|m|h)$/.test(alive);
  if (alive !== undefined && typeof alive !== 'number' && !isDuration)
    report.error('option-type', 'keep_alive', 'is a number of seconds or a duration');
  if (format !== undefined && format !== 'json' && format !== '' && !isRecord(format))
    report.error('response-format', 'format', 'is json or a schema');
  if (options !== undefined && !isRecord(options))
    report.error('option-type', 'options', 'must be an object');
  for (const [key, value] of Object.entries(isRecord(options) ? options : {}))
    judgeOption(key, value, report);
};

const judgeTools = (tools: unknown, report: Report): ReadonlySet<string> => {
  const names = new Set<string>();
  if (tools !== undefined && !isList(tools)) report.error('tool-shape', 'tools', 'tools is a list');
  for (const [index, tool] of (isList(tools) ? tools : []).entries()) {
    const at = `tools[${index}]`;
    const declared = isRecord(tool) ? tool['function'] : undefined;
    if (!isRecord(tool) || tool['type'] !== 'function' || !isRecord(declared)) {
      report.error('tool-shape', at, 'a tool is {type: "function", function: {…}}');
      continue;
    }
    judgeKeys(declared, wordsOf('name description parameters'), `${at}.function`, 'tool-shape', report);
    const { name, description, parameters } = declared;
    if (typeof name !== 'string' || isBlank(name)) report.error('tool-name', `${at}.name`, 'a filled string');
    else if (names.has(name)) report.error('tool-name-duplicate', `${at}.name`, `${name} is declared twice`);
    else names.add(name);
    if (description !== undefined && typeof description !== 'string')
      report.error('tool-description', `${at}.description`, 'must be a string');
    const place = `${at}.parameters`;
    if (!isRecord(parameters) || parameters['type'] !== 'object' || !isRecord(parameters['properties']))
      report.error('tool-schema', place, 'parameters have type object and properties');
    else
      eachSchema(parameters, place, report, (schema, inner) => {
        judgePlain(schema, inner, report);
        if (schema['enum'] !== undefined && schema['type'] === undefined)
          report.error('tool-schema', inner, 'a choice without a type is no choice to the templates');
      });
  }
  return names;
};

const judgeCalls = (calls: unknown, at: string, names: ReadonlySet<string>, report: Report): Fields[] => {
  if (calls === undefined) return [];
  if (!isList(calls) || calls.length === 0) {
    report.error('calls-empty', at, 'tool_calls is a filled list');
    return [];
  }
  return calls.flatMap((call, index): Fields[] => {
    const place = `${at}[${index}].function`;
    const called = isRecord(call) ? call['function'] : undefined;
    if (!isRecord(call) || !isRecord(called)) {
      report.error('call-shape', place, 'must be an object');
      return [];
    }
    judgeKeys(call, wordsOf('id type function'), `${at}[${index}]`, 'call-shape', report);
    judgeKeys(called, wordsOf('index name arguments'), place, 'call-shape', report);
    if (typeof called['name'] !== 'string' || called['name'] === '')
      report.error('call-name', `${place}.name`, 'a filled string');
    else if (!names.has(called['name']))
      report.warning('call-undeclared', `${place}.name`, 'not among the tools of this request');
    if (!isRecord(called['arguments']))
      report.error('call-arguments', `${place}.arguments`, 'cannot unmarshal anything but an object');
    return [{ id: call['id'], name: called['name'] }];
  });
};

const judgeContent = (message: Fields, at: string, hasCalls: boolean, report: Report): void => {
  judgeKeys(message, messageKeys, at, 'message-key', report);
  const { role, content, images, thinking } = message;
  const mayBeSilent = (role === 'assistant' && hasCalls) || (isList(images) && images.length > 0);
  if (content !== undefined && typeof content !== 'string')
    report.error('content-type', `${at}.content`, 'cannot unmarshal anything but a string');
  else if (!mayBeSilent && role !== 'tool' && isBlank(content ?? ''))
    report.error('content-empty', `${at}.content`, 'a message that says nothing');
  if (thinking !== undefined && (typeof thinking !== 'string' || role !== 'assistant'))
    report.error('thinking', `${at}.thinking`, 'is a string of an assistant');
  if (role !== 'assistant' && message['tool_calls'] !== undefined)
    report.error('message-key', `${at}.tool_calls`, 'only an assistant calls');
  if (images === undefined) return;
  if (!isList(images)) report.error('part-shape', `${at}.images`, 'is a list of base64');
  else images.forEach((data, index) => judgeImage({ data }, imageRule, `${at}.images[${index}]`, report));
};

const judgeResult = (message: Fields, at: string, open: Fields[], report: Report): void => {
  const { tool_name: name, tool_call_id: id } = message;
  const call = open.shift();
  if (typeof name !== 'string' || name === '')
    report.error('call-name', `${at}.tool_name`, 'a result names its tool');
  else if (call === undefined) report.error('result-orphan', at, 'no call is waiting for a result');
  else if (call['name'] !== name || (id !== undefined && call['id'] !== id))
    report.error('result-order', at, `${String(call['name'])} was called first`);
};

const judgeMessages = (messages: unknown, names: ReadonlySet<string>, report: Report): void => {
  if (!isList(messages) || messages.length === 0) {
    report.error('messages-empty', 'messages', 'without messages the model is only loaded');
    return;
  }
  let open: Fields[] = [];
  let last: unknown;
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    if (!isRecord(message)) {
      report.error('message-shape', at, 'a message is an object');
      continue;
    }
    const { role } = message;
    if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool')
      report.error('role', `${at}.role`, `invalid role ${JSON.stringify(role)}`);
    if (role === 'system' && index > 0)
      report.error('system-not-first', at, 'templates show a later system message elsewhere, or not at all');
    if (role !== 'tool' && open.length > 0)
      report.error('result-missing', at, 'calls without a result before it');
    const calls = judgeCalls(message['tool_calls'], `${at}.tool_calls`, names, report);
    judgeContent(message, at, isList(message['tool_calls']) && message['tool_calls'].length > 0, report);
    if (role === 'tool') judgeResult(message, at, open, report);
    else open = calls;
    last = role;
  }
  if (open.length > 0) report.error('result-missing', 'messages', 'calls without a result at the end');
  if (last !== 'user' && last !== 'tool')
    report.error('last-role', `messages[${messages.length - 1}]`, 'the model is asked by a user or a result');
};

/** Images count for their tokens, not for their characters. */
const judgeWindow = ({ options, messages, tools }: Fields, report: Report): void => {
  const window = isRecord(options) ? options['num_ctx'] : undefined;
  if (typeof window !== 'number') {
    report.warning('context-window', 'options.num_ctx', 'without it the server decides what is cut');
    return;
  }
  const without = JSON.stringify([messages, tools], (key, value: unknown) => (key === 'images' ? [] : value));
  if (window > 0 && without.length / charactersOfToken > window)
    report.error(
      'context-window',
      'options.num_ctx',
      `${without.length} characters do not fit ${window} tokens`,
    );
};

/** Judges a request of /api/chat: raw text, or the value before serialisation. Never throws. */
export const validateOllamaRequest = (body: unknown, options: JudgeOptions = {}): Problem[] => {
  const problems: Problem[] = [];
  const report = createReport(problems);
  const value = openBody(body, options.maxBytes ?? maxBytes, report);
  if (value === undefined) return problems;
  judgeKeys(value, bodyKeys, '', 'unknown-key', report);
  if (typeof value['model'] !== 'string' || isBlank(value['model']))
    report.error('model', 'model', 'model is required');
  judgeOptions(value, report);
  judgeMessages(value['messages'], judgeTools(value['tools'], report), report);
  judgeWindow(value, report);
  return problems;
};
