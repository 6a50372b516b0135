import { describe, expect, test } from 'vitest';
import { createLedger } from './budget.ts';
import { NO_USAGE } from './messages.ts';
import { storyOf } from './testing/event-lines.ts';
import { fakeTool } from './testing/fake-tools.ts';
import { createRig, type RigOptions } from './testing/run-rig.ts';
import { call, calls } from './testing/scripted-model.ts';

const usage = { ...NO_USAGE, inputTokens: 1_000, outputTokens: 100 };
const always = (): RigOptions => ({
  script: [(_request, index) => ({ ...call('read', { index }), usage })],
  tools: [fakeTool('read')],
});

describe('a model that always calls tools', () => {
  test('stops at the limit of tokens, within the request that was in flight', async () => {
    const rig = await createRig({ ...always(), budget: { tokens: 10_000 } });
    expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'tokens' });
    expect(rig.ledger.used().tokens).toBeLessThanOrEqual(10_000 + 1_100);
    expect(rig.model.requests.length).toBeGreaterThan(8);
    expect(rig.transcript.openCalls()).toEqual([]);
  });

  test('stops at the limit of tool calls, exactly', async () => {
    const rig = await createRig({ ...always(), budget: { toolCalls: 7 } });
    expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'toolCalls', toolCalls: 7 });
    expect(rig.model.requests).toHaveLength(7);
  });

  test('stops at the limit of money, within the request that was in flight', async () => {
    const rig = await createRig({ ...always(), price: { input: 10, output: 100 }, budget: { usd: 0.2 } });
    expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'usd' });
    expect(rig.ledger.used().usd).toBeLessThanOrEqual(0.2 + 0.02);
    expect(rig.ledger.used().usd).toBeGreaterThan(0.15);
  });

  test('twenty calls at once never start more than the limit lets; each has its result', async () => {
    const tool = fakeTool('read');
    const many = calls(
      ...Array.from({ length: 20 }, (_, index) => ({ tool: 'read', id: `c${index}`, arguments: { index } })),
    );
    const rig = await createRig({ script: [many], tools: [tool], budget: { toolCalls: 6 } });
    expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'toolCalls' });
    expect(tool.ran).toHaveLength(6);
    expect(storyOf(rig.events).filter((line) => line.startsWith('tool-end'))).toHaveLength(20);
  });

  test('says so in an entry with the limit, before the end', async () => {
    const rig = await createRig({ ...always(), budget: { toolCalls: 1 } });
    await rig.finish();
    expect(rig.events.at(-2)).toMatchObject({ type: 'budget', action: 'spent', limit: 'toolCalls' });
  });
});

test('a run without limits is never over them', async () => {
  const rig = await createRig({
    script: [(_request, index) => (index < 30 ? { ...call('read', { index }), usage } : 'done')],
    tools: [fakeTool('read')],
  });
  expect(await rig.finish()).toMatchObject({ status: 'done', turns: 31 });
  expect(rig.ledger.pressure()).toBe(0);
});

test('a session that is spent stops its run before a request', async () => {
  const session = createLedger({ tokens: 100 }, [], { tokens: 100, toolCalls: 0, wallMs: 0, usd: 0 });
  const rig = await createRig({ script: [], ledger: createLedger({ tokens: 1_000_000 }, [session]) });
  expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'tokens' });
});

test('what a run uses is charged to the session too', async () => {
  const session = createLedger({ tokens: 1_000_000 });
  const rig = await createRig({
    script: [
      { ...call('read'), usage },
      { text: 'done', usage },
    ],
    tools: [fakeTool('read')],
    ledger: createLedger({}, [session]),
  });
  await rig.finish();
  expect(session.used()).toMatchObject({ tokens: 2_200, toolCalls: 1 });
});

test('what the provider doesn’t report is estimated, and marked so', async () => {
  const rig = await createRig({ script: ['a few words of an answer'] });
  const { usage: counted } = await rig.finish();
  expect(counted.estimated).toBe(true);
  expect(counted.inputTokens).toBeGreaterThan(5);
  expect(counted.outputTokens).toBeGreaterThan(5);
});

describe('near the limit of money', () => {
  const priced = { price: { input: 10, output: 100 }, capabilities: { maxOutput: 8_000 } } as const;

  test('the output cap becomes what the remainder buys, and the run is told', async () => {
    const ledger = createLedger({ usd: 1 }, [], { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0.95 });
    const rig = await createRig({ ...priced, script: ['done'], ledger });
    await rig.finish();
    const [request] = rig.model.requests;
    expect(request?.maxOutputTokens).toBeGreaterThan(400);
    expect(request?.maxOutputTokens).toBeLessThanOrEqual(500);
    expect(storyOf(rig.events)).toContain('nudge near-money-limit');
  });

  test('the cap leaves room for what the request itself costs', async () => {
    const ledger = createLedger({ usd: 1 }, [], { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0.95 });
    const rig = await createRig({
      ...priced,
      script: ['done'],
      ledger,
      spec: { system: 'word '.repeat(2_000) },
    });
    await rig.finish();
    const [request] = rig.model.requests;
    const inputUsd = 0.05 - ((request?.maxOutputTokens ?? 0) * 100) / 1e6;
    expect(inputUsd).toBeGreaterThan(0.02);
  });

  test('the cap is never above what the model can say anyway', async () => {
    const ledger = createLedger({ usd: 100 }, [], { tokens: 0, toolCalls: 0, wallMs: 0, usd: 95 });
    const rig = await createRig({ ...priced, script: ['done'], ledger });
    await rig.finish();
    expect(rig.model.requests[0]?.maxOutputTokens ?? 0).toBeLessThanOrEqual(8_000);
  });

  test('another limit that is near caps no output and mentions no money', async () => {
    const ledger = createLedger({ usd: 5, tokens: 1_000_000 }, [], {
      tokens: 950_000,
      toolCalls: 0,
      wallMs: 0,
      usd: 0.1,
    });
    const rig = await createRig({ ...priced, script: ['done'], ledger });
    await rig.finish();
    expect(rig.model.requests[0]).not.toHaveProperty('maxOutputTokens');
    expect(storyOf(rig.events)).toEqual(['message-end done', 'run-end done']);
  });

  test('far from it there is no cap', async () => {
    const rig = await createRig({ ...priced, script: ['done'], budget: { usd: 5 } });
    await rig.finish();
    expect(rig.model.requests[0]).not.toHaveProperty('maxOutputTokens');
  });
});
