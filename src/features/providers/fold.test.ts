// Connect links: what they fill in, what they are refused for, and that the key leaves the address.

import { describe, expect, it } from 'vitest';
import { readConnectLink, withoutKey } from './fold.ts';

describe('readConnectLink', () => {
  it('fills in what the link says', () => {
    const link =
      '#/connect?provider=openai-compatible&baseUrl=http%3A%2F%2F127.0.0.1%3A9000%2Fv1&model=a%2Fb&key=s+k';
    expect(readConnectLink(link)).toEqual({
      type: 'fill',
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:9000/v1',
      model: 'a/b',
      key: 's k',
    });
  });

  it.each([
    ['ollama', 'http://127.0.0.1:11434'],
    ['lmstudio', 'http://127.0.0.1:1234/v1'],
    ['llamacpp', 'http://127.0.0.1:8080/v1'],
    ['vllm', 'http://127.0.0.1:8000/v1'],
    ['openai-compatible', ''],
    ['anthropic', 'https://api.anthropic.com/v1'],
    ['openai', 'https://api.openai.com/v1'],
    ['gemini', 'https://generativelanguage.googleapis.com/v1beta'],
    ['openrouter', 'https://openrouter.ai/api/v1'],
    ['mistral', 'https://api.mistral.ai/v1'],
    ['deepseek', 'https://api.deepseek.com'],
    ['xai', 'https://api.x.ai/v1'],
    ['groq', 'https://api.groq.com/openai/v1'],
  ])('%s without an address gets its usual one', (provider, baseUrl) => {
    expect(readConnectLink(`#/connect?provider=${provider}`)).toEqual({
      type: 'fill',
      provider: provider === 'gemini' ? 'google' : provider,
      baseUrl,
      model: '',
      key: '',
    });
  });

  it('an unknown provider is named', () => {
    expect(readConnectLink('#/connect?provider=acme')).toEqual({
      type: 'refused',
      reason: 'unknown-provider',
      provider: 'acme',
    });
  });

  it.each(['javascript:alert(1)', 'file:///x', 'http://user:pass@host/v1', 'http://', '::'])(
    '%s is no base URL',
    (baseUrl) => {
      expect(readConnectLink(`#/connect?baseUrl=${encodeURIComponent(baseUrl)}`)).toMatchObject({
        type: 'refused',
        reason: 'bad-base-url',
      });
    },
  );

  it('the first value of a name counts, broken escapes stay as they are', () => {
    expect(readConnectLink('#/connect?provider=vllm&model=a&model=b&key=%zz')).toMatchObject({
      model: 'a',
      key: '%zz',
    });
  });

  it.each(['', '#', '#/', '#/s/abc', '#/settings', '#/connections', '#/connect2?provider=vllm'])(
    '%j is no connect link',
    (hash) => {
      expect(readConnectLink(hash)).toBeUndefined();
    },
  );
});

describe('withoutKey', () => {
  it.each([
    ['#/connect?provider=vllm&key=secret', '#/connect?provider=vllm'],
    ['#/connect?key=secret&provider=vllm', '#/connect?provider=vllm'],
    ['#/connect?provider=vllm&key=secret&model=m&key=more', '#/connect?provider=vllm&model=m'],
    ['#/connect?key=secret', '#/connect'],
    ['#/connect?monkey=1', '#/connect?monkey=1'],
    ['#/s/1', '#/s/1'],
  ])('%s', (hash, clean) => {
    expect(withoutKey(hash)).toBe(clean);
  });
});
