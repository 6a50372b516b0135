// Which account, address and key a command line and an environment come to.
import { describe, expect, it } from 'vitest';
import type { PresetSummary } from '../features/providers/providers.ts';
import { givenAccount } from './account.ts';

const preset = (id: string, baseUrl = '', available = true): PresetSummary => ({
  id,
  label: id.toUpperCase(),
  baseUrl,
  local: false,
  needsKey: false,
  available,
});
const presets = [
  preset('openai-compatible'),
  preset('ollama', 'http://127.0.0.1:11434/v1'),
  preset('openai', '', false),
];
const given = (model: string, env: Record<string, string> = {}, baseUrl?: string) =>
  givenAccount(
    { task: 't', cwd: '.', mode: 'ask', model, ...(baseUrl !== undefined && { baseUrl }) },
    presets,
    env,
  );

describe('an account', () => {
  it('takes the given address over the usual one', () => {
    expect(given('ollama/x')).toMatchObject({
      account: { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', hasKey: false },
    });
    expect(given('ollama/x', {}, 'http://h/v1')).toMatchObject({ account: { baseUrl: 'http://h/v1' } });
  });

  it.each([
    [{ OPENAI_COMPATIBLE_API_KEY: 'own', OPENAI_API_KEY: 'shared' }, 'own'],
    [{ OPENAI_COMPATIBLE_API_KEY: '', OPENAI_API_KEY: 'shared' }, 'shared'],
    [{ OPENAI_API_KEY: 'shared' }, 'shared'],
    [{ OLLAMA_API_KEY: 'not this one' }, undefined],
  ])('takes its key from %j', (env, key) => {
    const found = given('openai-compatible/x', env, 'http://h/v1');
    expect(found).toMatchObject({ account: { hasKey: key !== undefined } });
    expect(typeof found === 'object' ? found.key : found).toBe(key);
  });

  it('without an address is a sentence; an unknown or later provider is left to the harness', () => {
    expect(given('openai-compatible/x')).toContain('--base-url');
    for (const model of ['rehearsal', 'rehearsal/rehearsal', 'nobody/x', 'openai/x', 'ollama'])
      expect(given(model)).toBeUndefined();
  });
});
