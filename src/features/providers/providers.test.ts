// Accounts and models through the front of the feature: what is stored, what is asked, where keys go.

import { describe, expect, it } from 'vitest';
import { failure } from '../../engine/failures.ts';
import type { ModelRole } from '../../engine/provider.ts';
import { ASKING, harness, models, never } from './fixtures/front.ts';

const local = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' };

describe('connect', () => {
  it('stores the account and the key of a server that answered, the chosen model first', async () => {
    const { providers, vault, store, http, tried } = harness(() => models('a', 'b'));
    const account = await providers.connect({ ...local, model: 'b', key: ' k ' }, never);
    expect(account).toMatchObject({
      id: 'openai-compatible',
      provider: 'openai-compatible',
      label: 'OpenAI-compatible (127.0.0.1:9)',
      baseUrl: 'http://127.0.0.1:9/v1',
      hasKey: true,
      local: true,
      models: [{ name: 'openai-compatible/b' }, { name: 'openai-compatible/a' }],
    });
    expect(await store.all()).toHaveLength(1);
    expect(JSON.stringify(await store.all())).not.toContain('"k"');
    expect([...vault.rows]).toEqual([
      ['account:openai-compatible', { secret: 'k', origin: 'http://127.0.0.1:9' }],
    ]);
    expect(http.requests.map(({ headers }) => headers)).toEqual([{ authorization: 'Bearer k' }]);
    expect(tried).toEqual([]);
  });

  it.each([
    ['the key is wrong', () => ({ status: 401 }), 'auth'],
    ['nothing listens', () => 'unreachable' as const, 'unreachable'],
    ['something else listens', () => ({ body: '<html>' }), 'not-a-provider'],
    ['the server is broken', () => ({ status: 500 }), 'server-error'],
  ])('stores nothing when %s', async (_, script, code) => {
    const { providers, vault, store } = harness(script);
    expect(await providers.connect({ ...local, key: 'k' }, never)).toMatchObject({ code });
    expect(await store.all()).toEqual([]);
    expect(vault.rows.size).toBe(0);
  });

  it('a model that is not listed is tried with one small request', async () => {
    const good = harness(() => models('a'));
    expect(await good.providers.connect({ ...local, model: 'x' }, never)).toMatchObject({
      models: [{ name: 'openai-compatible/x' }, { name: 'openai-compatible/a' }],
    });
    expect(good.tried).toEqual(['x']);
    const bad = harness(
      () => models('a'),
      () => failure('model-missing', 'no such model'),
    );
    expect(await bad.providers.connect({ ...local, model: 'x' }, never)).toMatchObject({
      code: 'model-missing',
    });
    expect(await bad.store.all()).toEqual([]);
  });

  it('a server without a list is fine when it answers for the model, silence of the model included', async () => {
    const { providers, tried } = harness(
      () => ({ status: 404, body: '{"detail":"Not Found"}' }),
      () => failure('empty-reply', 'said nothing'),
    );
    expect(await providers.connect({ ...local, model: 'x' }, never)).toMatchObject({
      models: [{ label: 'x' }],
    });
    expect(tried).toEqual(['x']);
    expect(await providers.connect(local, never)).toMatchObject({ code: 'not-a-provider' });
  });

  it('a bare address is looked at below /v1 too', async () => {
    const { providers, http } = harness(({ url }) => (url.includes('/v1/') ? models('a') : { status: 404 }));
    expect(await providers.connect({ provider: 'vllm', baseUrl: '127.0.0.1:8000' }, never)).toMatchObject({
      label: 'vLLM',
      baseUrl: 'http://127.0.0.1:8000/v1',
    });
    expect(http.requests.map(({ url }) => url)).toEqual([
      'http://127.0.0.1:8000/models',
      'http://127.0.0.1:8000/v1/models',
    ]);
  });

  it.each([
    ['example.com/v1/chat/completions', 'https://example.com/v1'],
    [' http://localhost:1234/v1/models/ ', 'http://localhost:1234/v1'],
    ['https://host/api/v1/?x=1#y', 'https://host/api/v1'],
  ])('%s is read as %s', async (written, baseUrl) => {
    const { providers } = harness(() => models('a'));
    expect(await providers.connect({ provider: 'openai-compatible', baseUrl: written }, never)).toMatchObject(
      { baseUrl },
    );
  });

  it('of a provider that is not known here nobody is asked', async () => {
    const { providers, http } = harness(() => models('a'));
    const answer = await providers.connect({ provider: 'acme', baseUrl: 'https://x.example' }, never);
    expect(answer).toMatchObject({ code: 'bad-request', message: 'acme is not known here' });
    expect(http.requests).toEqual([]);
  });

  it.each([
    ['anthropic', 'https://api.anthropic.com/v1/models?limit=1000', { 'x-api-key': 'k' }],
    ['openai', 'https://api.openai.com/v1/models', { authorization: 'Bearer k' }],
    [
      'google',
      'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
      { 'x-goog-api-key': 'k' },
    ],
    ['openrouter', 'https://openrouter.ai/api/v1/models', { authorization: 'Bearer k' }],
    ['mistral', 'https://api.mistral.ai/v1/models', { authorization: 'Bearer k' }],
    ['deepseek', 'https://api.deepseek.com/models', { authorization: 'Bearer k' }],
    ['xai', 'https://api.x.ai/v1/models', { authorization: 'Bearer k' }],
    ['groq', 'https://api.groq.com/openai/v1/models', { authorization: 'Bearer k' }],
  ])(
    '%s is asked at its own address, with the key where the vendor wants it',
    async (provider, url, headers) => {
      const { providers, http } = harness(() => models('a'));
      await providers.connect({ provider, baseUrl: '', key: 'k' }, never);
      expect(http.requests).toMatchObject([{ url, headers }]);
    },
  );

  it('the same address again is the same account; another one is numbered', async () => {
    const { providers, vault } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'k' }, never);
    await providers.connect(local, never);
    await providers.connect({ ...local, baseUrl: 'http://127.0.0.1:10/v1' }, never);
    expect(await providers.accounts()).toMatchObject([
      { id: 'openai-compatible', hasKey: true },
      { id: 'openai-compatible-2', hasKey: false },
    ]);
    expect(vault.rows.size).toBe(1);
  });

  it('another account of the same address has its own key', async () => {
    const { providers, vault } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'one' }, never);
    await providers.connect({ ...local, key: 'two', another: true }, never);
    expect((await providers.accounts()).map(({ id }) => id)).toEqual([
      'openai-compatible',
      'openai-compatible-2',
    ]);
    expect([...vault.rows.values()].map(({ secret }) => secret)).toEqual(['one', 'two']);
  });

  it('a stored key is not sent when the address is connected again, nor to another one', async () => {
    const { providers, http } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'k' }, never);
    await providers.connect(local, never);
    await providers.connect({ ...local, baseUrl: 'http://127.0.0.1:10/v1' }, never);
    expect(http.requests.slice(1).map(({ headers }) => headers)).toEqual([undefined, undefined]);
  });
});

describe('resolve', () => {
  it('knows Rehearsal without an account', async () => {
    const { providers } = harness(() => 'unreachable');
    expect(await providers.resolve('rehearsal/rehearsal')).toMatchObject({
      name: 'rehearsal/rehearsal',
      model: 'rehearsal',
      capabilities: { local: true },
    });
    expect((await providers.models()).map(({ name }) => name)).toEqual(['rehearsal/rehearsal']);
  });

  it('finds models by account, by provider, by bare name and by its beginning', async () => {
    const { providers } = harness(({ url }) =>
      url.includes(':10/') ? models('org/llama3.2:3b') : models('qwen3:8b'),
    );
    await providers.connect({ provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' }, never);
    await providers.connect({ provider: 'ollama', baseUrl: 'http://127.0.0.1:10/v1' }, never);
    for (const [wanted, found] of [
      ['ollama/qwen3:8b', 'ollama/qwen3:8b'],
      ['ollama-2/org/llama3.2:3b', 'ollama-2/org/llama3.2:3b'],
      ['ollama/not-listed', 'ollama/not-listed'],
      ['qwen3:8b', 'ollama/qwen3:8b'],
      ['qwen3', 'ollama/qwen3:8b'],
      ['org/llama3.2:3b', 'ollama-2/org/llama3.2:3b'],
    ] as const) {
      expect(await providers.resolve(wanted), wanted).toMatchObject({ name: found });
    }
    for (const wanted of ['', 'gpt-9', 'anthropic/claude-x', '/', 'ollama/'])
      expect(await providers.resolve(wanted), wanted).toMatchObject({ code: 'no-model' });
  });

  it('a role has its own model where the settings name one that is there, else the one of the session', async () => {
    const roles = { title: 'openai-compatible/small', critic: 'gone/model' };
    const { providers } = harness(() => models('big', 'small'), { roles });
    await providers.connect(local, never);
    const of = async (role?: ModelRole) => providers.resolve('openai-compatible/big', role);
    expect(await of('title')).toMatchObject({ name: 'openai-compatible/small' });
    for (const role of ['critic', 'planner', undefined] as const)
      expect(await of(role)).toMatchObject({ name: 'openai-compatible/big' });
  });

  it('accounts with the same model take over, then those that the person named, in order; their adapters come late', async () => {
    const { providers, endpoints } = harness(
      ({ url }) => (url.includes(':11/') ? models('other') : models('m')),
      {
        fallbacks: ['openai-compatible-3/other', 'gone/x', 'openai-compatible/m'],
      },
    );
    for (const port of [9, 10, 11])
      await providers.connect({ ...local, baseUrl: `http://127.0.0.1:${port}/v1` }, never);
    const found = await providers.resolve('openai-compatible/m');
    if ('code' in found) throw new Error(found.code);
    const names = (): readonly string[] => (found.rotation?.order(found, 10) ?? []).map(({ name }) => name);
    expect(names()).toEqual(['openai-compatible/m', 'openai-compatible-2/m', 'openai-compatible-3/other']);
    expect(endpoints).toHaveLength(1);
    const [, second] = found.rotation?.order(found, 10) ?? [];
    expect(second?.provider.stamp('m')).toEqual({
      provider: 'openai-compatible',
      model: 'm',
      endpoint: 'http://127.0.0.1:10/v1',
    });
    await second?.provider.complete(ASKING, never);
    expect(endpoints).toHaveLength(2);
    found.rotation?.failed(found, failure('rate-limit', 'slow down'));
    expect(names()[0]).toBe('openai-compatible-2/m');
  });

  it('no more than four streams of an account are open at a time', async () => {
    const { providers } = harness(() => models('a'));
    await providers.connect(local, never);
    const found = await providers.resolve('openai-compatible/a');
    if ('code' in found) throw new Error(found.code);
    // The provider of this harness ends at once: that it goes through the limit shows in `complete`, which drains.
    expect(await found.provider.complete(ASKING, never)).toMatchObject({ code: 'connection-lost' });
  });

  it('makes a provider once per account, and hands it the key only from the vault', async () => {
    const { providers, endpoints, vault } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'k' }, never);
    await providers.resolve('openai-compatible/a');
    await providers.resolve('openai-compatible/b');
    expect(endpoints).toHaveLength(1);
    expect(await endpoints[0]?.key()).toBe('k');
    await vault.remove('account:openai-compatible');
    expect(await endpoints[0]?.key()).toMatchObject({ code: 'key-missing', facts: { host: '127.0.0.1:9' } });
  });

  it('a key stored for another origin is not handed out', async () => {
    const { providers, endpoints, vault } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'k' }, never);
    await vault.put('account:openai-compatible', 'other', 'https://elsewhere.example');
    await providers.resolve('openai-compatible/a');
    expect(await endpoints[0]?.key()).toMatchObject({ code: 'key-missing' });
  });
});

describe('accounts', () => {
  it('removing forgets account, key and models', async () => {
    const { providers, vault } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'k' }, never);
    await providers.remove('openai-compatible');
    expect(await providers.accounts()).toEqual([]);
    expect(vault.rows.size).toBe(0);
    expect(await providers.resolve('openai-compatible/a')).toMatchObject({ code: 'no-model' });
  });

  it('testing uses the stored key and keeps the new list, with the model that was typed', async () => {
    let listed = ['a', 'gone'];
    const { providers, http } = harness(() => models(...listed));
    await providers.connect({ ...local, key: 'k', model: 'typed' }, never);
    listed = ['a', 'new'];
    expect(await providers.test('openai-compatible', never)).toEqual({ models: ['a', 'new'] });
    expect(http.requests.at(-1)?.headers).toEqual({ authorization: 'Bearer k' });
    expect((await providers.models()).map(({ label }) => label)).toEqual(['Rehearsal', 'a', 'new', 'typed']);
    expect(await providers.test('nobody', never)).toMatchObject({ code: 'no-model' });
  });

  it('what the person says of a model counts more than the list, outlives it, and can be taken back', async () => {
    const { providers, store } = harness(() => ({ body: '{"data":[{"id":"a","context_length":8000}]}' }));
    await providers.connect(local, never);
    const word = { window: 64_000, tools: false, images: true, price: { input: 1, output: 2, cached: 0.1 } };
    await providers.say('openai-compatible', 'a', word);
    const of = async () => (await providers.accounts())[0]?.models[0]?.capabilities;
    expect(await of()).toMatchObject({ window: 64_000, windowKnown: true, tools: false, images: true });
    await providers.test('openai-compatible', never);
    await providers.connect(local, never);
    expect(await of()).toMatchObject({ window: 64_000 });
    await providers.say('openai-compatible', 'a', undefined);
    expect(await of()).toMatchObject({ window: 8_000, tools: true });
    const [account] = await store.all();
    const said = { a: { window: -1, tools: 'x', price: { input: 1 } }, b: 7 };
    store.all = async () => [{ ...Object(account), said }];
    expect(await of()).toMatchObject({ window: 8_000, tools: true });
  });

  it('damaged records are left out, the others stay', async () => {
    const { providers, store } = harness(() => models('a'));
    await providers.connect(local, never);
    const [good] = await store.all();
    store.all = async () => [null, 7, { id: 'x' }, { id: 'x', provider: 'gone', baseUrl: 'http://x' }, good];
    expect(await providers.accounts()).toHaveLength(1);
  });
});

describe('fetching a model', () => {
  const steps = async (events: AsyncIterable<unknown>): Promise<unknown[]> => {
    const seen: unknown[] = [];
    for await (const step of events) seen.push(step);
    return seen;
  };

  it('tells the steps, and how it ended', async () => {
    const { providers } = harness(() => models('a'), {
      pull: async (_, progress) => {
        progress({ status: 'pulling', completed: 1, total: 2 });
        await Promise.resolve();
        await Promise.resolve();
        await Promise.resolve();
        return undefined;
      },
    });
    await providers.connect(local, never);
    expect(await steps(providers.pull('openai-compatible', 'm', never))).toEqual([
      { type: 'progress', status: 'pulling', completed: 1, total: 2 },
      { type: 'done' },
    ]);
  });

  it('a server that fetches none, an account that is not there, and a failure are told', async () => {
    const plain = harness(() => models('a'));
    await plain.providers.connect(local, never);
    expect(await steps(plain.providers.pull('openai-compatible', 'm', never))).toMatchObject([
      { type: 'failed', failure: { code: 'bad-request' } },
    ]);
    expect(await steps(plain.providers.pull('nobody', 'm', never))).toMatchObject([
      { type: 'failed', failure: { code: 'no-model' } },
    ]);
    const bad = harness(() => models('a'), { pull: async () => failure('model-missing', 'no such model') });
    await bad.providers.connect(local, never);
    expect(await steps(bad.providers.pull('openai-compatible', 'm', never))).toMatchObject([
      { type: 'failed', failure: { code: 'model-missing' } },
    ]);
  });
});

describe('lookForLocalServers', () => {
  it('asks the usual addresses without a key, says which answered, stores nothing', async () => {
    const { providers, http, store } = harness(({ url }) =>
      url.startsWith('http://127.0.0.1:11434/')
        ? models('qwen3:8b')
        : url.includes(':1234')
          ? { body: '<html>' }
          : 'unreachable',
    );
    expect(await providers.lookForLocalServers(never)).toEqual([
      { provider: 'ollama', label: 'Ollama', baseUrl: 'http://127.0.0.1:11434', models: ['qwen3:8b'] },
    ]);
    expect(http.requests.map(({ url, purpose, headers }) => [url, purpose, headers])).toEqual([
      ['http://127.0.0.1:11434/api/tags', 'probe', undefined],
      ['http://127.0.0.1:1234/v1/models', 'probe', undefined],
      ['http://127.0.0.1:8080/v1/models', 'probe', undefined],
      ['http://127.0.0.1:8000/v1/models', 'probe', undefined],
    ]);
    expect(await store.all()).toEqual([]);
  });
});

describe('diagnose', () => {
  const here = { origin: 'https://app.example', system: 'linux', localNetwork: 'granted' } as const;

  it('asks with the stored key, and says what is wrong with the model', async () => {
    const { providers, http } = harness(() => models('a'));
    await providers.connect({ ...local, key: 'k' }, never);
    const asked = async (model: string) =>
      providers.diagnose('openai-compatible', { ...here, model: `${model}` }, never);
    expect(await asked('a')).toMatchObject({ cause: 'fine', host: '127.0.0.1:9' });
    expect(await asked('b')).toMatchObject({ cause: 'model-missing' });
    expect(http.requests.at(-1)?.headers).toEqual({ authorization: 'Bearer k' });
    expect(await providers.diagnose('nobody', here, never)).toMatchObject({ code: 'no-model' });
  });
});
