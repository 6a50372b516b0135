// Long runs in small windows: when history is summed up, what stands in the requests then, and what happens where that
// can't be done.

import { describe, expect, test } from 'vitest';
import { hasExactFacts, historyText, planCut } from './compaction.ts';
import { createContextBuilder } from './context.ts';
import { failure } from './failures.ts';
import { asId, type MessageId } from './ids.ts';
import type { ModelRequest } from './provider.ts';
import { fakeTool, said } from './testing/fake-tools.ts';
import { createRig, message, type Rig, type RigOptions } from './testing/run-rig.ts';
import { call, type Script, type ScriptedReply } from './testing/scripted-model.ts';
import { wireProblems } from './testing/wire-invariants.ts';
import { estimateTokens } from './tokens.ts';
import { createTranscript } from './transcript.ts';

const WINDOW = 16_000;
const PAGE = 'The harbour log says that the tide turned and nothing else of note took place that day. ';

const textOf = (request: ModelRequest): string => JSON.stringify(request.messages);
const isSummary = (request: ModelRequest): boolean => request.role === 'summarizer';
/** A summariser that does its job: every fact it can see, under the heading that must be there. */
const summary = (request: ModelRequest): ScriptedReply => {
  const facts = new Set(textOf(request).match(/FACT: [^.\\"]+/g));
  return { text: `## Goal\nKeep the log.\n\n## Exact facts\n${[...facts].join('\n')}\nnone other` };
};
/** `turns` pages are read, then the answer comes out of what the request still holds. */
const reader = (
  turns: number,
  sumUp: (request: ModelRequest, index: number) => ScriptedReply = summary,
): Script => {
  let page = 0;
  return (request, index) => {
    if (isSummary(request)) return sumUp(request, index);
    page += 1;
    if (page <= turns) return call('read', { page });
    const code = /FACT: the code is (\w+)/.exec(textOf(request))?.[1];
    return { text: `The code is ${code ?? 'lost'}.` };
  };
};
const pages = (length: number) =>
  fakeTool('read', {
    run: ({ page }) =>
      said(
        `${page === 2 ? 'FACT: the code is K7413. ' : ''}Page ${JSON.stringify(page)}. ${PAGE.repeat(length)}`,
      ),
  });
const compacted = (rig: Rig) => rig.events.flatMap((event) => (event.type === 'compaction' ? [event] : []));
const skipped = (rig: Rig) =>
  rig.events.flatMap((event) => (event.type === 'compaction-skipped' ? [event] : []));
const small = (options: RigOptions, window = WINDOW): RigOptions => ({
  ...options,
  capabilities: { window, ...options.capabilities },
  spec: { maxTurns: 150, ...options.spec },
});

describe('a task of 120 turns in a window of 16,000 tokens', () => {
  const run = async (): Promise<Rig> => {
    let sent = 0;
    const rig = await createRig(
      small({
        script: [reader(120)],
        tools: [pages(16)],
        before: [message('Read every page and tell me the code.')],
        on: async (event, { put }) => {
          if (event.type !== 'tool-end' || (sent += 1) !== 30) return;
          await put(message('Correction: answer in one sentence.', { id: 'steer', queued: 'steer' }));
        },
      }),
    );
    expect(await rig.finish()).toMatchObject({
      status: 'done',
      text: 'The code is K7413.',
      toolCalls: 120,
      compactions: compacted(rig).length,
    });
    return rig;
  };

  test('ends right although its last step needs a fact from before the first compaction', async () => {
    const rig = await run();
    expect(compacted(rig).length).toBeGreaterThanOrEqual(3);
    expect(compacted(rig).every(({ by }) => by === 'model')).toBe(true);
    const main = rig.model.requests.filter((request) => !isSummary(request));
    for (const [at, request] of main.entries()) {
      const tokens = estimateTokens(request.system) + estimateTokens(textOf(request));
      expect(tokens, `request ${at + 1}`).toBeLessThan(WINDOW);
    }
  });

  test('has its summaries at the mark: none before four fifths of the window, none of it above', async () => {
    const rig = await run();
    for (const [at, event] of rig.events.entries()) {
      if (event.type === 'compaction') expect(event.tokensBefore).toBeGreaterThan(WINDOW * 0.75);
      if (event.type !== 'turn-start') continue;
      const { systemTokens, toolTokens, historyTokens } = event.context;
      expect(systemTokens + toolTokens + historyTokens, `event ${at}`).toBeLessThanOrEqual(WINDOW * 0.8);
    }
  });

  test('holds goal, correction and exact facts after each of them, and no orphan', async () => {
    const rig = await run();
    // The scripted model refuses a request that breaks a pairing.
    const summaries = rig.model.requests.flatMap((request, at) => (isSummary(request) ? [at] : []));
    for (const [nth, at] of summaries.entries()) {
      const next = rig.model.requests[at + 1];
      const text = next === undefined ? '' : textOf(next);
      expect(text).toContain('Read every page and tell me the code.');
      expect(text).toContain('FACT: the code is K7413');
      if (nth > 1) expect(text).toContain('Correction: answer in one sentence.');
    }
  });

  test('keeps system prompt and tools to the byte, and history between two of them', async () => {
    const rig = await run();
    const main = rig.model.requests.filter((request) => !isSummary(request));
    expect(new Set(main.map(({ system, tools }) => JSON.stringify([system, tools]))).size).toBe(1);
    let breaks = 0;
    for (const [at, request] of main.entries()) {
      const before = main[at - 1];
      if (before === undefined) continue;
      const kept = request.messages.slice(0, before.messages.length);
      if (JSON.stringify(kept) !== JSON.stringify(before.messages)) breaks += 1;
    }
    // The steering message joins the one before it.
    expect(breaks).toBeLessThanOrEqual(compacted(rig).length + 1);
  });
});

describe('a summary', () => {
  test('without its exact facts is asked for once more', async () => {
    let asked = 0;
    const rig = await createRig(
      small({
        script: [
          reader(60, (request) => ((asked += 1) % 2 === 1 ? { text: '## Goal\nRead.' } : summary(request))),
        ],
        tools: [pages(16)],
      }),
    );
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'The code is K7413.' });
    expect(skipped(rig)).toEqual([]);
  });

  test('is given up after three failures in a row, and the last resort says what was lost', async () => {
    const rig = await createRig(
      small({
        script: [reader(60, () => ({ fail: { at: 0, failure: failure('server-error', 'no') } }))],
        tools: [pages(16)],
      }),
    );
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'The code is lost.' });
    expect(rig.model.requests.filter(isSummary)).toHaveLength(3);
    expect(skipped(rig).map(({ reason }) => reason)).toEqual(['failed', 'failed', 'failed']);
    const folds = compacted(rig);
    expect(folds.length).toBeGreaterThan(0);
    expect(folds.every(({ by, text }) => by === 'fold' && text.includes('could not be summed up'))).toBe(
      true,
    );
    // Only where the request would not go through at all.
    for (const { tokensBefore } of folds) expect(tokensBefore).toBeGreaterThan(WINDOW * 0.9);
  });

  test('is charged to the run', async () => {
    const usage = { ...(await import('./messages.ts')).NO_USAGE, inputTokens: 1_000, outputTokens: 10 };
    const rig = await createRig(
      small({ script: [reader(60, (request) => ({ ...summary(request), usage }))], tools: [pages(16)] }),
    );
    const outcome = await rig.finish();
    const [first] = compacted(rig);
    expect(first?.usage.inputTokens).toBe(1_000);
    expect(outcome.usage.inputTokens).toBeGreaterThanOrEqual(1_000);
    expect(rig.ledger.used().tokens).toBe(outcome.usage.inputTokens + outcome.usage.outputTokens);
  });

  test('that is being written ends with Stop', async () => {
    const rig = await createRig(
      small({ script: [reader(60, () => ({ text: 'never', hangAt: 1 }))], tools: [pages(16)] }),
    );
    const ended = rig.start();
    for (let round = 0; round < 200 && !rig.model.requests.some(isSummary); round++) await rig.quiet();
    rig.stop.abort();
    await rig.quiet();
    expect(await ended).toMatchObject({ status: 'stopped' });
    expect(compacted(rig)).toEqual([]);
  });
});

describe('where it would be no use', () => {
  test('nothing is asked of a model: the newest step alone fills the window', async () => {
    const rig = await createRig(
      small({ script: [call('read', { page: 1 }), 'That was long.'], tools: [pages(160)] }, 5_000),
    );
    expect(await rig.finish()).toMatchObject({ status: 'done', compactions: 0 });
    expect(rig.model.requests.some(isSummary)).toBe(false);
    expect(skipped(rig).map(({ reason }) => reason)).toEqual(['tail-fills-window']);
  });

  test('a step that can never fit ends the run, says by how much, and asks no model', async () => {
    const rig = await createRig(small({ script: [call('read', { page: 1 })], tools: [pages(400)] }, 5_000));
    expect(await rig.finish()).toMatchObject({
      status: 'failed',
      failure: { code: 'context-overflow', facts: { window: 5_000 } },
    });
    expect(rig.model.requests).toHaveLength(1);
  });
});

describe('a provider that says the request is too large', () => {
  const overflow: ScriptedReply = { fail: { at: 0, failure: failure('context-overflow', 'too long') } };

  test('gets a smaller one, once', async () => {
    let refused = 0;
    const inner = reader(20);
    const rig = await createRig({
      script: [
        (request, index) => {
          if (!isSummary(request) && index === 12 && (refused += 1) === 1) return overflow;
          return typeof inner === 'function' ? inner(request, index) : '';
        },
      ],
      tools: [pages(16)],
      capabilities: { window: 100_000, windowKnown: false },
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'The code is K7413.', compactions: 1 });
  });

  test('twice in a row ends the run', async () => {
    const inner = reader(20);
    const rig = await createRig({
      script: [
        (request, index) =>
          !isSummary(request) && index >= 12
            ? overflow
            : typeof inner === 'function'
              ? inner(request, index)
              : '',
      ],
      tools: [pages(16)],
      capabilities: { window: 100_000, windowKnown: false },
    });
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code: 'context-overflow' } });
  });
});

test('taken back, the originals are in the requests again', async () => {
  const rig = await createRig(small({ script: [reader(40)], tools: [pages(16)] }));
  await rig.finish();
  const [first] = compacted(rig);
  expect(rig.transcript.items[0]?.type).toBe('summary');
  const last = compacted(rig).at(-1);
  const again = createTranscript(rig.transcript.participant, rig.entries());
  const count = again.items.length;
  again.add({
    by: again.participant,
    at: 0,
    event: { type: 'compaction-undone', compaction: last?.id ?? first?.id ?? ('' as never) },
  });
  expect(again.items.length).toBeGreaterThan(count);
  expect(again.items.filter(({ type }) => type === 'summary')).toHaveLength(
    compacted(rig).length > 1 ? 1 : 0,
  );
});

test('a summary without words in a damaged log still gives a request that any provider takes', () => {
  const id = asId<MessageId>('m');
  const items = [{ type: 'summary', id, text: ' \n', folded: [] }] as const;
  const stamp = { provider: 'a', model: 'b', endpoint: 'c' };
  const { messages } = createContextBuilder((text) => text).build(items, stamp, []);
  expect(wireProblems(messages)).toEqual([]);
});

describe('the parts', () => {
  test('a cut keeps a quarter of the window, and at least the newest step', () => {
    const frame = { systemTokens: 1_000, toolTokens: 1_000, window: 16_000, windowKnown: true };
    const even = (at: number): number => (30 - at) * 400;
    expect(planCut(30, even, frame)).toEqual({ type: 'cut', at: 20 });
    expect(planCut(1, () => 9_000, frame)).toEqual({ type: 'skip', reason: 'frees-too-little' });
    expect(planCut(2, (at) => (at === 0 ? 12_000 : 11_500), frame)).toEqual({
      type: 'skip',
      reason: 'tail-fills-window',
    });
    expect(planCut(2, (at) => (at === 0 ? 16_000 : 15_000), frame)).toMatchObject({ type: 'impossible' });
  });

  test.each([
    ['## Exact facts\n- a', true],
    ['# Exact Facts:\n\nx', true],
    ['Exact facts\n- a', false],
    ['## Exact facts\n', false],
    ['## Goal\nx', false],
  ])('%j has its exact facts: %s', (text, has) => {
    expect(hasExactFacts(text)).toBe(has);
  });

  test('what is to be summed up fits the summariser, however long it was', async () => {
    const rig = await createRig({
      script: [reader(60)],
      tools: [pages(40)],
      capabilities: { window: 400_000 },
    });
    await rig.finish();
    for (const room of [500, 2_000, 10_000, 50_000])
      expect(estimateTokens(historyText(rig.transcript.items, room))).toBeLessThanOrEqual(room * 1.1);
  });
});
