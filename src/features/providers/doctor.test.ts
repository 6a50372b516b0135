// Each cause by its evidence, each with the command that mends it.

import { describe, expect, it } from 'vitest';
import { type FailureCode, failure } from '../../engine/failures.ts';
import { createMemoryHttp } from '../../engine/testing/memory-http.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { type Cause, diagnose, examine, type Findings, type Here } from './doctor.ts';

const here: Here = { origin: 'https://app.example', system: 'linux', localNetwork: 'granted' };
const ollama = { provider: 'ollama', baseUrl: 'http://127.0.0.1:11434' } as const;
const cloud = (host: string) => ({ provider: 'openai-compatible', baseUrl: `https://${host}/v1` });
const fails = (code: FailureCode, message = 'scripted') => ({ asked: failure(code, message) });

const TABLE: readonly (readonly [Cause, Findings, Partial<Here>?])[] = [
  ['fine', { ...ollama, asked: [{ id: 'm' }], model: 'm', window: 16_384 }],
  ['fine', { ...ollama, asked: [{ id: 'm:latest' }], model: 'm' }],
  ['wrong-key', { ...cloud('api.x.ai'), ...fails('auth', 'Incorrect API key') }],
  ['wrong-key', { ...cloud('api.openai.com'), ...fails('unreachable'), answers: true }],
  ['key-missing', { ...cloud('api.x.ai'), ...fails('key-missing') }],
  ['no-credit', { ...cloud('api.x.ai'), ...fails('quota-exhausted') }],
  [
    'browser-access-off',
    {
      ...cloud('api.anthropic.com'),
      ...fails('auth', 'CORS requests are not allowed for this Organization'),
    },
  ],
  ['pages-refused', { ...cloud('integrate.api.nvidia.com'), ...fails('unreachable'), answers: true }],
  ['cors-refused', { ...cloud('proxy.example'), ...fails('unreachable'), answers: true }],
  ['cors-refused', { ...ollama, ...fails('unreachable'), answers: true }],
  [
    'local-network-denied',
    { ...ollama, ...fails('unreachable'), answers: false },
    { localNetwork: 'denied' },
  ],
  [
    'local-network-unasked',
    { ...ollama, ...fails('unreachable'), answers: false },
    { localNetwork: 'prompt' },
  ],
  ['mixed-content', { ...ollama, baseUrl: 'http://models.example', ...fails('unreachable') }],
  [
    'mixed-content',
    { ...ollama, baseUrl: 'http://192.168.1.5:11434', ...fails('unreachable') },
    { localNetwork: 'unknown' },
  ],
  [
    // Where the browser asks, plain HTTP in the local network is no obstacle.
    'local-network-unasked',
    { ...ollama, baseUrl: 'http://192.168.1.5:11434', ...fails('unreachable') },
    { localNetwork: 'prompt' },
  ],
  [
    // A page of this machine needs no leave for this machine, whatever the browser says of the permission.
    'port-closed',
    { ...ollama, ...fails('unreachable'), answers: false },
    { origin: 'http://localhost:4173', localNetwork: 'prompt' },
  ],
  [
    'port-closed',
    { ...ollama, ...fails('unreachable'), answers: false },
    { origin: 'http://127.0.0.1:4173', localNetwork: 'denied' },
  ],
  [
    'local-network-denied',
    { ...ollama, ...fails('unreachable'), answers: false },
    { origin: 'https://box.local', localNetwork: 'denied' },
  ],
  [
    // Two questions of the browser, and two answers.
    'local-network-denied',
    { ...ollama, ...fails('unreachable'), answers: false },
    { localNetwork: 'prompt', thisMachine: 'denied' },
  ],
  [
    'port-closed',
    { ...ollama, ...fails('unreachable'), answers: false },
    { localNetwork: 'denied', thisMachine: 'granted' },
  ],
  [
    'local-network-denied',
    { ...ollama, baseUrl: 'http://192.168.1.5:11434', ...fails('unreachable') },
    { localNetwork: 'denied', thisMachine: 'granted' },
  ],
  ['silent', { ...ollama, ...fails('connect-timeout') }],
  ['no-network', { ...cloud('api.x.ai'), ...fails('connect-timeout') }],
  [
    'port-closed',
    { ...ollama, baseUrl: 'http://192.168.1.5:11434', ...fails('unreachable'), answers: false },
    { origin: 'http://192.168.1.9' },
  ],
  ['port-closed', { ...ollama, ...fails('unreachable'), answers: false }],
  ['no-network', { ...cloud('api.x.ai'), ...fails('unreachable'), answers: false }],
  ['not-a-provider', { ...cloud('example.com'), ...fails('not-a-provider') }],
  ['model-missing', { ...ollama, asked: [{ id: 'other' }], model: 'm' }],
  ['model-missing', { ...ollama, ...fails('model-missing') }],
  ['window-too-small', { ...ollama, asked: [{ id: 'm' }], model: 'm', window: 4_096 }],
  // What the server says now counts more than what was known.
  ['window-too-small', { ...ollama, asked: [{ id: 'm', window: 4_096 }], model: 'm', window: 32_768 }],
  ['fine', { ...ollama, asked: [{ id: 'm', window: 32_768 }], model: 'm', window: 4_096 }],
  ['server-trouble', { ...cloud('api.x.ai'), ...fails('server-error') }],
];

it.each(TABLE.map(([cause, findings, more = {}]) => ({ cause, findings, more })))('$cause', (row) => {
  expect(diagnose(row.findings, { ...here, ...row.more }).cause).toBe(row.cause);
});

describe('the command', () => {
  const commandOf = (findings: Findings, system: Here['system'] = 'linux') =>
    diagnose(findings, { ...here, system }).command;

  it('has this page’s own origin in it, for the person’s own system', () => {
    const refused: Findings = { ...ollama, ...fails('unreachable'), answers: true };
    for (const system of ['linux', 'macos', 'windows'] as const) {
      expect(commandOf(refused, system)).toContain('OLLAMA_ORIGINS');
      expect(commandOf(refused, system)).toContain('https://app.example');
    }
    expect(commandOf(refused, 'macos')).toContain('launchctl setenv');
    expect(commandOf(refused, 'windows')).toContain('setx');
    expect(commandOf(refused, 'linux')).toContain('systemctl');
  });

  it.each([
    ['lmstudio', 1234, 'lms server start --cors'],
    ['llamacpp', 8080, 'llama-server -m MODEL.gguf --jinja --port 8080'],
    ['vllm', 8000, 'vllm serve MODEL --port 8000'],
  ])('starts %s', (provider, port, command) => {
    const closed: Findings = {
      provider,
      baseUrl: `http://127.0.0.1:${port}/v1`,
      ...fails('unreachable'),
      answers: false,
    };
    expect(commandOf(closed)).toBe(command);
  });

  it('fetches a missing model; a name that is no name can’t carry a command of its own', () => {
    const missing = (model: string): Findings => ({ ...ollama, asked: [], model });
    expect(commandOf(missing('qwen3:8b'))).toBe('ollama pull qwen3:8b');
    expect(commandOf(missing('x; rm -rf ~ && $(id) `id`'))).toBe('ollama pull xrm-rfidid');
  });

  it('there is none where nothing in a terminal helps', () => {
    expect(commandOf({ ...cloud('api.x.ai'), ...fails('auth') })).toBeUndefined();
  });
});

describe('examining', () => {
  const clock = createVirtualClock();
  const never = new AbortController().signal;
  const asking = { ...ollama, wire: 'ollama', key: undefined } as const;

  it('asks once where an answer came, and once more, blind, where none did', async () => {
    const fine = createMemoryHttp(() => ({ body: '{"models":[]}' }));
    expect(await examine({ http: fine, clock }, asking, never)).toMatchObject({ asked: [] });
    expect(fine.requests).toHaveLength(1);
    const refusing = createMemoryHttp(({ opaque }) => (opaque === true ? {} : 'unreachable'));
    expect(await examine({ http: refusing, clock }, asking, never)).toMatchObject({ answers: true });
    const closed = createMemoryHttp(() => 'unreachable');
    const found = await examine({ http: closed, clock }, { ...asking, key: 'k' }, never);
    expect(found).toMatchObject({ asked: { code: 'unreachable' }, answers: false });
    // The blind request carries nothing.
    expect(closed.requests.map(({ headers, opaque }) => [headers, opaque])).toEqual([
      [{ authorization: 'Bearer k' }, undefined],
      [undefined, true],
    ]);
  });

  it('without its key nobody is asked', async () => {
    const http = createMemoryHttp(() => ({}));
    const key = failure('key-missing', 'gone');
    expect(await examine({ http, clock }, { ...asking, key }, never)).toMatchObject({
      asked: { code: 'key-missing' },
    });
    expect(http.requests).toEqual([]);
  });
});
