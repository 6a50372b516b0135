// The independent judge of OpenAI Responses requests, from the vendor's public reference and the messages of its 400s.
// Here: the body's options and tools; the input items are judged in validate-responses-items.ts.

import {
  isBlank,
  judgeCount,
  judgeFlag,
  judgeKeys,
  judgeRange,
  judgeText,
  openBody,
  textsIn,
  wordsOf,
} from './judge-body.ts';
import { eachSchema } from './judge-schema.ts';
import { createReport, isList, isRecord, type Problem, type Report } from './problem.ts';
import { judgeItems } from './validate-responses-items.ts';
import { judgeParameters } from './validate-tools.ts';
import type { JudgeOptions } from './wire.ts';

const maxBytes = 50_000_000;
const maxTools = 128;
const leastOutput = 16;
const functionName = /^[a-zA-Z0-9_-]{1,128}$/;
const bodyKeys =
  wordsOf(`model input instructions tools tool_choice parallel_tool_calls stream stream_options store
  include max_output_tokens max_tool_calls temperature top_p top_logprobs reasoning text truncation metadata
  previous_response_id conversation user prompt_cache_key prompt_cache_retention safety_identifier service_tier
  background prompt context_management`);
const includable =
  wordsOf(`reasoning.encrypted_content message.output_text.logprobs message.input_image.image_url
  file_search_call.results web_search_call.results web_search_call.action.sources computer_call_output.output.image_url
  code_interpreter_call.outputs`);
const efforts = new Set<unknown>([
  undefined,
  null,
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
]);
const summaries = new Set<unknown>([undefined, null, 'auto', 'concise', 'detailed']);

const judgeStream = (body: Record<string, unknown>, report: Report): void => {
  const { stream, stream_options: options } = body;
  if (stream !== undefined && typeof stream !== 'boolean')
    report.error('stream', 'stream', 'must be a boolean');
  if (options === undefined) return;
  if (stream !== true) report.error('stream-options', 'stream_options', 'only allowed when stream is true');
  if (isRecord(options))
    judgeKeys(options, wordsOf('include_obfuscation'), 'stream_options', 'stream-options', report);
};

const judgeReasoning = (body: Record<string, unknown>, report: Report): void => {
  const { reasoning, text } = body;
  if (reasoning !== undefined && reasoning !== null) {
    if (!isRecord(reasoning)) report.error('option-type', 'reasoning', 'must be an object');
    else {
      judgeKeys(reasoning, wordsOf('effort summary context mode'), 'reasoning', 'unknown-key', report);
      if (!efforts.has(reasoning['effort']))
        report.error('option-type', 'reasoning.effort', 'no such effort');
      if (!summaries.has(reasoning['summary']))
        report.error('option-type', 'reasoning.summary', 'no such summary');
    }
  }
  if (text !== undefined && !isRecord(text)) report.error('option-type', 'text', 'must be an object');
  if (isRecord(text)) judgeKeys(text, wordsOf('format verbosity'), 'text', 'unknown-key', report);
  if (body['response_format'] !== undefined)
    report.error('response-format', 'response_format', 'has moved to text.format');
};

const judgeOptions = (body: Record<string, unknown>, report: Report): void => {
  judgeStream(body, report);
  judgeReasoning(body, report);
  judgeCount(body['max_output_tokens'] ?? undefined, leastOutput, 'max_output_tokens', report);
  judgeRange(body['temperature'] ?? undefined, [0, 2], 'temperature', report);
  judgeRange(body['top_p'] ?? undefined, [0, 1], 'top_p', report);
  judgeFlag(body['store'] ?? undefined, 'store', report);
  for (const key of ['instructions', 'prompt_cache_key', 'safety_identifier', 'user'])
    judgeText(body[key] ?? undefined, key, report);
  const cacheKey = body['prompt_cache_key'];
  if (typeof cacheKey === 'string' && cacheKey.length > 64)
    report.error('option-type', 'prompt_cache_key', 'longer than 64 characters');
  const { include, metadata } = body;
  if (include !== undefined && include !== null) {
    const known = textsIn(include).filter((word) => includable.has(word));
    if (!isList(include) || known.length !== include.length)
      report.error('option-type', 'include', 'names what cannot be included');
  }
  if (isRecord(metadata) && Object.keys(metadata).length > 16)
    report.error('option-type', 'metadata', 'more than 16 pairs');
  if (typeof body['previous_response_id'] === 'string') {
    if (body['conversation'] !== undefined)
      report.error('option-type', 'conversation', 'not together with previous_response_id');
    else report.error('item-gone', 'previous_response_id', 'previous response not found: nothing is stored');
  }
};

/** A strict schema names each property as required and admits no other. */
const judgeStrict = (parameters: unknown, at: string, report: Report): void =>
  eachSchema(parameters, at, report, ({ properties, required, additionalProperties }, place) => {
    if (!isRecord(properties)) return;
    if (additionalProperties !== false)
      report.error('tool-schema', place, 'a strict schema needs additionalProperties: false');
    const names = new Set(textsIn(required));
    for (const name of Object.keys(properties))
      if (!names.has(name)) report.error('tool-schema', place, `a strict schema must require ${name}`);
  });

const judgeTool = (tool: unknown, at: string, names: Set<string>, report: Report): void => {
  if (!isRecord(tool) || tool['type'] !== 'function') {
    report.error('tool-shape', at, 'a tool of ours has type function');
    return;
  }
  judgeKeys(tool, wordsOf('type name description parameters strict defer_loading'), at, 'tool-shape', report);
  const { name, description, parameters, strict } = tool;
  if (typeof name !== 'string' || !functionName.test(name))
    report.error('tool-name', `${at}.name`, `${JSON.stringify(name)} does not match ${functionName}`);
  else if (names.has(name)) report.error('tool-name-duplicate', `${at}.name`, `${name} is declared twice`);
  else names.add(name);
  if (description !== undefined && description !== null && typeof description !== 'string')
    report.error('tool-description', `${at}.description`, 'must be a string');
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean')
    report.error('tool-shape', `${at}.strict`, 'must be a boolean');
  if (parameters !== undefined && parameters !== null)
    judgeParameters(parameters, `${at}.parameters`, report);
  if (strict === true) judgeStrict(parameters, `${at}.parameters`, report);
};

const judgeChoice = (body: Record<string, unknown>, names: ReadonlySet<string>, report: Report): void => {
  const { tool_choice: choice, tools } = body;
  if (choice === undefined || choice === 'none' || choice === 'auto') return;
  if (!isList(tools) || tools.length === 0) {
    report.error('tool-choice', 'tool_choice', 'a tool can only be required where there are tools');
    return;
  }
  if (choice === 'required' || (isRecord(choice) && choice['type'] === 'allowed_tools')) return;
  if (!isRecord(choice) || choice['type'] !== 'function' || !names.has(String(choice['name'])))
    report.error('tool-choice', 'tool_choice', `${JSON.stringify(choice)} is no choice among the tools`);
};

const judgeTools = (body: Record<string, unknown>, report: Report): ReadonlySet<string> => {
  const { tools } = body;
  const names = new Set<string>();
  if (tools !== undefined && !isList(tools)) report.error('tool-shape', 'tools', 'tools is a list');
  if (isList(tools)) {
    if (tools.length > maxTools) report.error('tools-too-many', 'tools', `more than ${maxTools} tools`);
    tools.forEach((tool, index) => judgeTool(tool, `tools[${index}]`, names, report));
  }
  judgeChoice(body, names, report);
  judgeFlag(body['parallel_tool_calls'] ?? undefined, 'parallel_tool_calls', report);
  return names;
};

/** Judges a request of the Responses interface: raw text, or the value before serialisation. Never throws. */
export const validateResponsesRequest = (body: unknown, options: JudgeOptions = {}): Problem[] => {
  const problems: Problem[] = [];
  const report = createReport(problems);
  const value = openBody(body, options.maxBytes ?? maxBytes, report);
  if (value === undefined) return problems;
  judgeKeys(value, bodyKeys, '', 'unknown-key', report);
  if (typeof value['model'] !== 'string' || isBlank(value['model']))
    report.error('model', 'model', 'model must be a non-empty string');
  judgeOptions(value, report);
  const declared = judgeTools(value, report);
  judgeItems(value['input'], { report, declared, stored: value['store'] !== false, seals: options.seals });
  return problems;
};
