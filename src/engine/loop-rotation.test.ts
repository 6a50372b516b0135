// Another account takes over (P7): before the first content only, told to the person, without a retry spent; a user's
// message is stored once whatever happens.

import { describe, expect, test } from 'vitest';
import { type FailureCode, failure } from './failures.ts';
import type { ResolvedModel } from './provider.ts';
import { fakeTool } from './testing/fake-tools.ts';
import { createRig } from './testing/run-rig.ts';
import { call, resolved, type Script, type ScriptedModel, scriptedModel } from './testing/scripted-model.ts';

const fails = (code: FailureCode, at = 1): Script => ({
  reasoning: 'Hm.',
  text: 'hello',
  fail: { at, failure: failure(code, 'scripted') },
});

interface Named {
  readonly name: string;
  readonly provider: ScriptedModel;
}

/** Three accounts in order; one that failed goes to the end, as long as the test lasts. */
function accounts(...scripts: readonly (readonly Script[])[]) {
  const rested: string[] = [];
  const rows: Named[] = scripts.map((script, at) => ({
    name: `${'abc'[at]}/m`,
    provider: scriptedModel(script),
  }));
  const models: ResolvedModel[] = [];
  const rotation = {
    order: () => [
      ...models.filter(({ name }) => !rested.includes(name)),
      ...models.filter(({ name }) => rested.includes(name)),
    ],
    failed: ({ name }: ResolvedModel) => void rested.push(name),
  };
  for (const { name, provider } of rows)
    models.push({
      ...resolved({ ...provider, stamp: (model) => ({ provider: name, model, endpoint: name }) }),
      model: name,
      name,
      rotation,
    });
  const [first] = models;
  if (first === undefined) throw new TypeError('no accounts');
  return { model: first, requests: rows.map(({ provider }) => provider.requests), rested };
}

const story = (events: readonly { readonly type: string }[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'account-switch' && 'from' in event && 'to' in event
      ? [`switch ${String(event.from)} ${String(event.to)}`]
      : ['retry', 'turn-start', 'run-end'].includes(event.type)
        ? [event.type]
        : [],
  );

describe('a failure that another account may not have', () => {
  test.each(['auth', 'quota-exhausted', 'rate-limit', 'key-missing'] as const)(
    '%s before any content: the next account is asked at once, with the same words',
    async (code) => {
      const { model, requests } = accounts([fails(code, 0)], [fails(code, 0)], ['hello']);
      const rig = await createRig({ spec: { model } });
      expect(await rig.finish()).toMatchObject({ status: 'done', text: 'hello', retries: 0, turns: 1 });
      expect(story(rig.events)).toEqual([
        'turn-start',
        'switch a/m b/m',
        'turn-start',
        'switch b/m c/m',
        'turn-start',
        'run-end',
      ]);
      expect(requests.map(({ length }) => length)).toEqual([1, 1, 1]);
      expect(requests[2]?.[0]).toEqual({ ...requests[0]?.[0], model: 'c/m' });
      const said = rig
        .entries()
        .flatMap(({ event }) => (event.type === 'message-end' ? [event.message.stamp.provider] : []));
      expect(said).toEqual(['c/m']);
      expect(rig.entries().filter(({ event }) => event.type === 'message')).toHaveLength(1);
    },
  );

  test('after thinking aloud: what was thought is kept as discarded, and the next one is asked', async () => {
    const { model } = accounts([fails('rate-limit', 3)], ['hello']);
    const rig = await createRig({ spec: { model } });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'hello' });
    const ends = rig
      .entries()
      .flatMap(({ event }) => (event.type === 'message-end' ? [event.discarded?.code] : []));
    expect(ends).toEqual(['rate-limit', undefined]);
  });

  test('after content it stays where it is', async () => {
    const { model, requests } = accounts([fails('rate-limit', 5), 'again'], ['never asked']);
    const rig = await createRig({ spec: { model } });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'again', retries: 1 });
    expect(requests.map(({ length }) => length)).toEqual([2, 0]);
  });

  test.each(['server-error', 'connection-lost', 'overloaded', 'bad-request', 'content-policy'] as const)(
    '%s is no reason to ask another account',
    async (code) => {
      const { model, requests } = accounts([() => fails(code, 0) as never], ['never asked']);
      const rig = await createRig({ spec: { model } });
      expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code } });
      expect(requests[1]).toHaveLength(0);
    },
  );

  test('when all have failed, the rate limit is waited for and the round begins again; a wrong key ends the run', async () => {
    const limited = accounts([fails('rate-limit', 0), 'back'], [fails('rate-limit', 0)]);
    const rig = await createRig({ spec: { model: limited.model } });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'back', retries: 1 });
    expect(story(rig.events)).toEqual([
      'turn-start',
      'switch a/m b/m',
      'turn-start',
      'retry',
      'switch b/m a/m',
      'turn-start',
      'run-end',
    ]);
    const locked = accounts([fails('auth', 0)], [fails('auth', 0)]);
    const other = await createRig({ spec: { model: locked.model } });
    expect(await other.finish()).toMatchObject({ status: 'failed', failure: { code: 'auth' }, retries: 0 });
  });

  test('one account alone isn’t stopped by its own rest', async () => {
    const { model } = accounts([fails('rate-limit', 0), fails('rate-limit', 0), 'hello']);
    const rig = await createRig({ spec: { model } });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'hello', retries: 2 });
    expect(story(rig.events)).not.toContainEqual(expect.stringContaining('switch'));
  });

  test('who took over stays for the next turn, and gets its own words back', async () => {
    const { model, requests } = accounts([fails('auth', 0)], [call('look', {}, 'x1'), 'hello']);
    const rig = await createRig({ spec: { model }, tools: [fakeTool('look')] });
    expect(await rig.finish()).toMatchObject({ status: 'done', turns: 2 });
    expect(requests.map(({ length }) => length)).toEqual([1, 2]);
    expect(requests[1]?.[1]?.messages[1]).toMatchObject({ role: 'assistant', stamp: { provider: 'b/m' } });
  });
});
