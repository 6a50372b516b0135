// The independent judge of Anthropic Messages requests, from the vendor's public documentation and the messages of its
// 400s. Here: the body's options, tools and cache marks; the conversation is judged in validate-anthropic-messages.ts.

import {
  isBlank,
  judgeCount,
  judgeFlag,
  judgeKeys,
  judgeRange,
  openBody,
  textsIn,
  wordsOf,
} from './judge-body.ts';
import { eachSchema, judgePlain } from './judge-schema.ts';
import { createReport, isList, isRecord, type Problem, type Report } from './problem.ts';
import { judgeAnthropicMessages } from './validate-anthropic-messages.ts';
import type { JudgeOptions } from './wire.ts';

const maxBytes = 32_000_000;
const maxCacheMarks = 4;
const leastThinking = 1024;
const toolName = /^[a-zA-Z0-9_-]{1,128}$/;
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;
const bodyKeys = wordsOf(`model messages max_tokens system tools tool_choice stream temperature top_p top_k
  stop_sequences metadata thinking service_tier container context_management mcp_servers output_config cache_control`);
const toolKeys =
  wordsOf(`name description input_schema type cache_control strict eager_input_streaming defer_loading
  input_examples allowed_callers`);

const thinks = ({ thinking }: Record<string, unknown>): boolean =>
  isRecord(thinking) && (thinking['type'] === 'enabled' || thinking['type'] === 'adaptive');

const judgeSampling = (body: Record<string, unknown>, report: Report): void => {
  const { stop_sequences: stop, metadata } = body;
  judgeFlag(body['stream'], 'stream', report);
  judgeRange(body['temperature'], [0, 1], 'temperature', report);
  judgeRange(body['top_p'], [0, 1], 'top_p', report);
  judgeCount(body['top_k'], 0, 'top_k', report);
  if (stop !== undefined && (textsIn(stop).length === 0 || textsIn(stop).some(isBlank)))
    report.error('option-type', 'stop_sequences', 'each stop sequence must contain non-whitespace');
  const user = isRecord(metadata) ? metadata['user_id'] : undefined;
  if (metadata !== undefined && (!isRecord(metadata) || (typeof user === 'string' && user.length > 256)))
    report.error('option-type', 'metadata', 'metadata is an object with a short user_id');
};

const judgeThinking = (body: Record<string, unknown>, report: Report): void => {
  const { thinking, max_tokens: most, tool_choice: choice } = body;
  if (thinking === undefined) return;
  const type = isRecord(thinking) ? thinking['type'] : undefined;
  if (!isRecord(thinking) || !['enabled', 'disabled', 'adaptive'].includes(String(type))) {
    report.error('thinking', 'thinking', 'thinking is enabled, disabled or adaptive');
    return;
  }
  const budget = thinking['budget_tokens'];
  if (type !== 'enabled' && budget !== undefined)
    report.error('thinking', 'thinking.budget_tokens', `no budget with ${String(type)}`);
  if (type === 'enabled') {
    if (typeof budget !== 'number' || !Number.isInteger(budget) || budget < leastThinking)
      report.error('thinking', 'thinking.budget_tokens', `must be at least ${leastThinking}`);
    else if (typeof most === 'number' && budget >= most)
      report.error('thinking', 'thinking.budget_tokens', 'max_tokens must be greater than the budget');
  }
  if (!thinks(body)) return;
  if (body['temperature'] !== undefined && body['temperature'] !== 1)
    report.error('thinking', 'temperature', 'may only be 1 while the model thinks');
  if (body['top_k'] !== undefined) report.error('thinking', 'top_k', 'must be unset while the model thinks');
  const chosen = isRecord(choice) ? choice['type'] : undefined;
  if (chosen === 'any' || chosen === 'tool')
    report.error('thinking', 'tool_choice', 'thinking does not go with a forced tool');
};

const judgeSystem = (system: unknown, report: Report): void => {
  if (system === undefined || (typeof system === 'string' && !isBlank(system))) return;
  if (typeof system === 'string') {
    report.error('content-empty', 'system', 'an empty system text');
    return;
  }
  if (!isList(system)) {
    report.error('system-shape', 'system', 'system is a string or a list of text blocks');
    return;
  }
  for (const [index, block] of system.entries()) {
    const at = `system[${index}]`;
    if (!isRecord(block) || block['type'] !== 'text' || typeof block['text'] !== 'string')
      report.error('system-shape', at, 'only text blocks stand in system');
    else if (isBlank(block['text'])) report.error('content-empty', `${at}.text`, 'must be non-empty');
    if (isRecord(block))
      judgeKeys(block, wordsOf('type text cache_control citations'), at, 'system-shape', report);
  }
};

const judgeInput = (schema: unknown, at: string, report: Report): void => {
  if (!isRecord(schema) || schema['type'] !== 'object') {
    report.error('tool-schema', `${at}.type`, 'input_schema must be an object schema');
    return;
  }
  for (const word of ['oneOf', 'allOf', 'anyOf'])
    if (schema[word] !== undefined)
      report.error('tool-schema', `${at}.${word}`, `${word} is not taken at the top level`);
  eachSchema(schema, at, report, (inner, place) => {
    judgePlain(inner, place, report);
    for (const name of Object.keys(isRecord(inner['properties']) ? inner['properties'] : {}))
      if (!propertyName.test(name))
        report.error('tool-schema', `${place}.properties`, `${name} does not match ${propertyName}`);
  });
};

const judgeTool = (tool: unknown, at: string, names: Set<string>, report: Report): void => {
  if (!isRecord(tool) || (tool['type'] !== undefined && tool['type'] !== 'custom')) {
    report.error('tool-shape', at, 'a tool of ours is an object without a type or of type custom');
    return;
  }
  judgeKeys(tool, toolKeys, at, 'tool-shape', report);
  const { name, description } = tool;
  if (typeof name !== 'string' || !toolName.test(name))
    report.error('tool-name', `${at}.name`, `${JSON.stringify(name)} does not match ${toolName}`);
  else if (names.has(name)) report.error('tool-name-duplicate', `${at}.name`, 'tool names must be unique');
  else names.add(name);
  if (description !== undefined && typeof description !== 'string')
    report.error('tool-description', `${at}.description`, 'must be a string');
  judgeInput(tool['input_schema'], `${at}.input_schema`, report);
};

const judgeTools = (body: Record<string, unknown>, report: Report): ReadonlySet<string> | undefined => {
  const { tools, tool_choice: choice } = body;
  const names = new Set<string>();
  if (tools !== undefined && !isList(tools)) report.error('tool-shape', 'tools', 'tools is a list');
  if (isList(tools)) tools.forEach((tool, index) => judgeTool(tool, `tools[${index}]`, names, report));
  if (choice !== undefined) {
    const type = isRecord(choice) ? String(choice['type']) : '';
    if (!isList(tools) || tools.length === 0)
      report.error('tool-choice', 'tool_choice', 'may only be given together with tools');
    else if (!isRecord(choice) || !['auto', 'any', 'tool', 'none'].includes(type))
      report.error('tool-choice', 'tool_choice', 'is auto, any, tool or none, as an object');
    else if (type === 'tool' && !names.has(String(choice['name'])))
      report.error('tool-choice', 'tool_choice.name', `${String(choice['name'])} is not among the tools`);
  }
  return isList(tools) && tools.length > 0 ? names : undefined;
};

/** All cache marks in the order in which the vendor reads them: tools, system, messages. */
const cacheMarks = (value: unknown, at: string): [string, unknown][] => {
  if (isList(value)) return value.flatMap((item, index) => cacheMarks(item, `${at}[${index}]`));
  if (!isRecord(value)) return [];
  const own: [string, unknown][] =
    value['cache_control'] === undefined || value['cache_control'] === null
      ? []
      : [[`${at}.cache_control`, value['cache_control']]];
  // Schemas and the input of calls are a person's data: what is called cache_control in them is no mark.
  const inner = value['content'];
  return [...own, ...cacheMarks(inner, `${at}.content`)];
};

const judgeCache = (body: Record<string, unknown>, report: Report): void => {
  const marks = ['tools', 'system', 'messages'].flatMap((key) => cacheMarks(body[key], key));
  const count = marks.length + (body['cache_control'] === undefined ? 0 : 1);
  if (count > maxCacheMarks)
    report.error(
      'cache-control',
      '',
      `a maximum of ${maxCacheMarks} blocks with cache_control, found ${count}`,
    );
  let short = false;
  for (const [at, mark] of marks) {
    const ttl = isRecord(mark) ? (mark['ttl'] ?? '5m') : undefined;
    if (!isRecord(mark) || mark['type'] !== 'ephemeral' || (ttl !== '5m' && ttl !== '1h'))
      report.error('cache-control', at, 'is {type: "ephemeral"} with a ttl of 5m or 1h');
    if (ttl === '1h' && short) report.error('cache-control', at, 'a ttl of 1h after one of 5m');
    short ||= ttl === '5m';
  }
};

/** Judges a request of the Messages interface: raw text, or the value before serialisation. Never throws. */
export const validateAnthropicRequest = (body: unknown, options: JudgeOptions = {}): Problem[] => {
  const problems: Problem[] = [];
  const report = createReport(problems);
  const value = openBody(body, options.maxBytes ?? maxBytes, report);
  if (value === undefined) return problems;
  judgeKeys(value, bodyKeys, '', 'unknown-key', report);
  if (typeof value['model'] !== 'string' || isBlank(value['model']))
    report.error('model', 'model', 'model must be a non-empty string');
  if (value['max_tokens'] === undefined) report.error('limit', 'max_tokens', 'field required');
  judgeCount(value['max_tokens'], 1, 'max_tokens', report);
  judgeSampling(value, report);
  judgeThinking(value, report);
  judgeSystem(value['system'], report);
  const declared = judgeTools(value, report);
  judgeCache(value, report);
  // A model that decides itself whether it thinks may have called without having thought.
  const { thinking } = value;
  const mustThink = isRecord(thinking) && thinking['type'] === 'enabled';
  judgeAnthropicMessages(value['messages'], { report, declared, mustThink, seals: options.seals });
  return problems;
};
