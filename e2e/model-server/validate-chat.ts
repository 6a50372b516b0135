// The independent judge of chat requests: decides, from the vendors' public rules for OpenAI Chat Completions and
// from what strict compatible servers (vLLM, Mistral, DeepSeek) refuse, whether a raw body would be answered 400.
// It reads JSON only and knows nothing of the product, so that it can stand as a witness in e2e and property tests.

import { openBody } from './judge-body.ts';
import { createReport, isList, isRecord, type Problem, type Report } from './problem.ts';
import { judgeMessages } from './validate-messages.ts';
import { judgeTools } from './validate-tools.ts';

export type JudgeOptions = {
  /** Bytes of the serialised body. Default 20 MB. */
  maxBytes?: number;
};

const defaultMaxBytes = 20_000_000;

const knownKeys = new Set(
  `model messages tools tool_choice parallel_tool_calls stream stream_options max_tokens max_completion_tokens
  temperature top_p n stop seed user frequency_penalty presence_penalty logit_bias logprobs top_logprobs
  response_format reasoning_effort verbosity service_tier store metadata modalities audio prediction
  prompt_cache_key safety_identifier web_search_options`.split(/\s+/),
);

const ranges: Record<string, readonly [number, number]> = {
  temperature: [0, 2],
  top_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
};

const judgeStream = (body: Record<string, unknown>, report: Report): void => {
  const { stream, stream_options: options } = body;
  if (stream !== undefined && typeof stream !== 'boolean')
    report.error('stream', 'stream', 'must be a boolean');
  if (options === undefined) return;
  if (stream !== true) report.error('stream-options', 'stream_options', 'only allowed when stream is true');
  if (!isRecord(options)) report.error('stream-options', 'stream_options', 'must be an object');
  else if (options['include_usage'] !== undefined && typeof options['include_usage'] !== 'boolean')
    report.error('stream-options', 'stream_options.include_usage', 'must be a boolean');
};

const judgeNumbers = (body: Record<string, unknown>, report: Report): void => {
  for (const key of ['max_tokens', 'max_completion_tokens', 'n']) {
    const value = body[key];
    if (value !== undefined && (typeof value !== 'number' || !Number.isInteger(value) || value < 1))
      report.error('limit', key, `${JSON.stringify(value)} is not a positive integer`);
  }
  if (body['max_tokens'] !== undefined && body['max_completion_tokens'] !== undefined)
    report.error('limit', 'max_tokens', 'max_tokens and max_completion_tokens at the same time');
  for (const [key, [least, most]] of Object.entries(ranges)) {
    const value = body[key];
    if (value !== undefined && (typeof value !== 'number' || value < least || value > most))
      report.error('range', key, `${JSON.stringify(value)} is not between ${least} and ${most}`);
  }
  if (body['seed'] !== undefined && !Number.isInteger(body['seed']))
    report.error('option-type', 'seed', 'seed must be an integer');
};

const judgeWords = (body: Record<string, unknown>, report: Report): void => {
  const { stop } = body;
  const words = typeof stop === 'string' ? [stop] : stop;
  if (words !== undefined && words !== null) {
    const fine =
      isList(words) && words.length <= 4 && words.every((word) => typeof word === 'string' && word !== '');
    if (!fine) report.error('option-type', 'stop', 'stop is a string or up to four of them');
  }
  for (const key of ['user', 'prompt_cache_key', 'reasoning_effort', 'service_tier']) {
    if (body[key] !== undefined && typeof body[key] !== 'string')
      report.error('option-type', key, `${key} must be a string`);
  }
  const cacheKey = body['prompt_cache_key'];
  if (typeof cacheKey === 'string' && cacheKey.length > 64)
    report.error('option-type', 'prompt_cache_key', 'longer than 64 characters');
};

const judgeFormat = (body: Record<string, unknown>, report: Report): void => {
  const format = body['response_format'];
  if (format === undefined) return;
  const type = isRecord(format) ? format['type'] : undefined;
  if (type === 'json_object' && !/json/i.test(JSON.stringify(body['messages'] ?? '')))
    report.error('response-format', 'response_format', 'json_object needs the word "json" in the messages');
  if (type === 'json_schema' && isRecord(format) && !isRecord(format['json_schema']))
    report.error('response-format', 'response_format.json_schema', 'missing');
  if (type !== 'text' && type !== 'json_object' && type !== 'json_schema')
    report.error('response-format', 'response_format.type', `${JSON.stringify(type)} is no format`);
};

/**
 * Judges a chat request: the raw body text, or the value before serialisation. Never throws.
 * An empty list of errors (see `refusals`) means that every server we know accepts its form.
 */
export const validateChatRequest = (body: unknown, options: JudgeOptions = {}): Problem[] => {
  const problems: Problem[] = [];
  const report = createReport(problems);
  const value = openBody(body, options.maxBytes ?? defaultMaxBytes, report);
  if (value === undefined) return problems;
  for (const key of Object.keys(value).filter((name) => !knownKeys.has(name)))
    report.error('unknown-key', key, 'unrecognised request argument');
  if (typeof value['model'] !== 'string' || value['model'].trim() === '')
    report.error('model', 'model', 'model must be a non-empty string');
  judgeStream(value, report);
  judgeNumbers(value, report);
  judgeWords(value, report);
  judgeFormat(value, report);
  const declared = judgeTools(value, report);
  judgeMessages(value['messages'], declared, report);
  return problems;
};

/** The problems for which a server answers 400; warnings are left out. */
export const refusals = (body: unknown, options: JudgeOptions = {}): Problem[] =>
  validateChatRequest(body, options).filter((problem) => problem.severity === 'error');
