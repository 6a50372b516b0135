// Holds the judges of the vendors' own wires to their tables: each known-bad request is refused for its one reason,
// each good one is taken.

import { describe, expect, test } from 'vitest';
import { badAnthropic, goodAnthropic } from './bad-anthropic.ts';
import { badGemini, goodGemini } from './bad-gemini.ts';
import { badOllama, goodOllama } from './bad-ollama.ts';
import { badResponses, goodResponses } from './bad-responses.ts';
import type { Problem } from './problem.ts';
import { validateAnthropicRequest } from './validate-anthropic.ts';
import { validateGeminiRequest } from './validate-gemini.ts';
import { validateOllamaRequest } from './validate-ollama.ts';
import { validateResponsesRequest } from './validate-responses.ts';
import type { BadRow, GoodRow, RowOptions } from './vendor-rows.ts';

type Judge = (body: unknown, options?: RowOptions) => Problem[];
type Vendor = readonly [name: string, judge: Judge, good: readonly GoodRow[], bad: readonly BadRow[]];

const vendors: readonly Vendor[] = [
  ['Anthropic', validateAnthropicRequest, goodAnthropic, badAnthropic],
  ['OpenAI Responses', validateResponsesRequest, goodResponses, badResponses],
  ['Gemini', validateGeminiRequest, goodGemini, badGemini],
  ['Ollama', validateOllamaRequest, goodOllama, badOllama],
];

const refused = (problems: readonly Problem[]): Problem[] =>
  problems.filter((problem) => problem.severity === 'error');

describe.each(vendors)('%s', (_name, judge, good, bad) => {
  test.each(bad.map(([row, body, code, options]) => ({ row, body, code, options })))(
    'refuses $row',
    ({ body, code, options }) => {
      const codes = new Set(refused(judge(body, options)).map((problem) => problem.code));
      expect([...codes]).toEqual([code]);
    },
  );

  test.each(good.map(([row, body, options]) => ({ row, body, options })))(
    'takes $row',
    ({ body, options }) => {
      expect(refused(judge(body, options))).toEqual([]);
      expect(refused(judge(JSON.stringify(body), options))).toEqual([]);
    },
  );

  test('has a table as large as it claims', () => {
    expect(bad.length).toBeGreaterThanOrEqual(45);
    expect(good.length).toBeGreaterThanOrEqual(12);
    expect(new Set(bad.map(([row]) => row)).size).toBe(bad.length);
  });
});
