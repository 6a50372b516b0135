// What is known of a model and from whom; the order of accounts; one key beside another.

import { expect, it } from 'vitest';
import { readLoadedWindow } from './figures.ts';
import { harness, models, never } from './fixtures/front.ts';

const local = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' };

it('each figure says where it is from, and the person’s word can be taken back', async () => {
  const { providers } = harness(() => ({
    body: JSON.stringify({ data: [{ id: 'claude-sonnet-5', max_model_len: 50_000 }] }),
  }));
  const { id } = (await providers.connect(local, never)) as { readonly id: string };
  await providers.say(id, 'claude-sonnet-5', { images: false });
  expect(await providers.figures(id, 'claude-sonnet-5')).toMatchObject({
    capabilities: { window: 50_000, images: false },
    found: { images: true },
    word: { images: false },
    setsWindow: false,
    sources: {
      window: 'server',
      maxOutput: 'catalogue',
      tools: 'guess',
      images: 'person',
      reasoning: 'catalogue',
      price: 'unknown',
    },
  });
  await providers.say(id, 'claude-sonnet-5', undefined);
  expect(await providers.figures(id, 'claude-sonnet-5')).toMatchObject({ sources: { images: 'catalogue' } });
});

it('the window that a server has loaded is told beside the one that is asked for', async () => {
  const { providers } = harness(({ url }) =>
    url.endsWith('/api/ps')
      ? { body: JSON.stringify({ models: [{ name: 'm:latest', context_length: 4_096 }] }) }
      : { body: JSON.stringify({ models: [{ name: 'm:latest', size: 5_000_000_000 }] }) },
  );
  const account = await providers.connect({ provider: 'ollama', baseUrl: 'http://127.0.0.1:9' }, never);
  expect(account).toMatchObject({ pulls: true, models: [{ bytes: 5_000_000_000 }] });
  expect(await providers.loadedWindow('ollama', 'm:latest', never)).toEqual({ asked: 16_384, loaded: 4_096 });
  expect(readLoadedWindow({}, 'm')).toBeUndefined();
});

it('accounts stand in the order that the person gave them, new ones behind', async () => {
  const { providers } = harness(() => models('a'));
  for (const port of [1, 2, 3])
    await providers.connect({ ...local, baseUrl: `http://127.0.0.1:${port}/v1` }, never);
  const ids = async () => (await providers.accounts()).map(({ id }) => id);
  await providers.arrange(['openai-compatible-3', 'openai-compatible']);
  expect(await ids()).toEqual(['openai-compatible-3', 'openai-compatible', 'openai-compatible-2']);
  await providers.connect({ ...local, baseUrl: 'http://127.0.0.1:1/v1' }, never);
  expect((await ids())[1]).toBe('openai-compatible');
});

it('another key stands beside the first; the same key again is the account that is there', async () => {
  const { providers, vault } = harness(() => models('a'));
  await providers.connect({ ...local, key: 'one' }, never);
  const second = { ...local, key: 'two', another: true };
  expect(await providers.connect(second, never)).toMatchObject({
    id: 'openai-compatible-2',
    label: 'OpenAI-compatible 2 (127.0.0.1:9)',
  });
  expect(await providers.connect(second, never)).toMatchObject({ id: 'openai-compatible-2' });
  expect(await providers.accounts()).toHaveLength(2);
  expect(vault.rows.size).toBe(2);
});
