// The doctor's causes, each produced by a real server on loopback and found by the host API over the real network
// adapter. What only a browser has is in e2e/doctor.spec.ts. Every cause gets its command for every system.

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMakers } from '../../src/adapters/providers/makers.ts';
import { createNodeHttp } from '../../src/companion/node-http.ts';
import { createNodePlatform } from '../../src/companion/node-platform.ts';
import { deferred } from '../../src/engine/deferred.ts';
import { createVirtualClock } from '../../src/engine/testing/virtual-clock.ts';
import { TIMEOUTS } from '../../src/engine/timeouts.ts';
import { CAUSES } from '../../src/features/providers/doctor.ts';
import { COMMANDS } from '../../src/features/providers/doctor-commands.ts';
import { type Account, type Diagnosis, vaultName } from '../../src/features/providers/providers.ts';
import { createHarness } from '../../workers/wiring.ts';
import { type Answer, closedPort, type Ill, json, page, silent, startIll } from './doctor-servers.ts';

// On a machine with other things to do.
vi.setConfig({ testTimeout: 60_000 });

const ORIGIN = 'https://bowline.example';
const SYSTEMS = ['linux', 'macos', 'windows'] as const;
type System = (typeof SYSTEMS)[number];

async function ill(answer: Answer): Promise<Ill> {
  const server = await startIll(answer);
  onTestFinished(() => server.close());
  return server;
}

async function harness() {
  const root = await mkdtemp(join(tmpdir(), 'bowline-doctor-'));
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  const cwd = join(root, 'cwd');
  await mkdir(cwd);
  const options = { task: '', cwd, model: 'rehearsal', mode: 'ask' } as const;
  const places = { state: join(root, 'state'), scanThread: new URL('about:blank') };
  const platform = await createNodePlatform(options, places);
  const clock = createVirtualClock();
  const http = createNodeHttp({ clock });
  const makers = createMakers({ http, clock, blobs: platform.blobs });
  const host = createHarness({ ...platform, clock, http, makers });
  return { platform, host, clock };
}

interface Asked {
  readonly provider?: string;
  readonly model?: string;
  readonly key?: string | 'lost';
  readonly system?: System;
  readonly base?: string;
}

/** What Test says of an account at `address`. */
async function told(address: string, asked: Asked = {}): Promise<Diagnosis> {
  const { provider = 'ollama', model, key, system = 'linux', base = '' } = asked;
  const { platform, host } = await harness();
  const baseUrl = address + base;
  const account: Account = {
    id: provider,
    provider,
    baseUrl,
    hasKey: key !== undefined,
    models: [],
    addedAt: 0,
  };
  await platform.accounts.put(account);
  if (key !== undefined && key !== 'lost') await platform.vault.put(vaultName(provider), key, baseUrl);
  const here = { origin: ORIGIN, system, localNetwork: 'granted' } as const;
  const found = await host.diagnose(provider, { ...here, ...(model === undefined ? {} : { model }) });
  if ('code' in found) throw new Error(found.message);
  return found;
}

const error = (message: string, type = 'invalid_request_error'): unknown => ({ error: { message, type } });
const list = (...rows: readonly object[]): Answer => json(200, { object: 'list', data: rows });

describe('what a server says itself', () => {
  it('fine', async () => {
    const server = await ill(list({ id: 'm', context_length: 32_768 }));
    expect(await told(server.origin, { provider: 'vllm', model: 'm' })).toMatchObject({
      cause: 'fine',
      models: ['m'],
    });
    expect(server.asked).toEqual(['/models']);
  });

  it.each([
    ['openai', 401, error('Incorrect API key provided: sk-wrong.')],
    ['anthropic', 401, { type: 'error', ...(error('invalid x-api-key', 'authentication_error') as object) }],
    ['google', 400, { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }],
  ])('wrong-key: %s', async (provider, status, body) => {
    const server = await ill(json(status, body));
    const found = await told(server.origin, { provider, key: 'sk-wrong' });
    expect(found).toMatchObject({ cause: 'wrong-key', host: new URL(server.origin).host });
    expect(found).not.toHaveProperty('command');
    expect(JSON.stringify(found)).not.toContain('sk-wrong');
  });

  it('key-missing: the vault no longer has it, and nobody is asked without it', async () => {
    const server = await ill(list());
    expect(await told(server.origin, { provider: 'openai', key: 'lost' })).toMatchObject({
      cause: 'key-missing',
    });
    expect(server.asked).toEqual([]);
  });

  it('no-credit', async () => {
    const server = await ill(json(402, error('Insufficient Balance')));
    expect(await told(server.origin, { provider: 'deepseek', key: 'k' })).toMatchObject({
      cause: 'no-credit',
    });
  });

  it('browser-access-off: the organisation lets no page in', async () => {
    const body = error('CORS requests are not allowed for this Organization', 'authentication_error');
    const server = await ill(json(401, body));
    expect(await told(server.origin, { provider: 'anthropic', key: 'k' })).toMatchObject({
      cause: 'browser-access-off',
    });
  });

  it.each([
    ['a page', page],
    ['JSON that is no list', json(200, { hello: 'world' })],
    ['404 in its own words', json(404, { detail: 'Not Found' })],
  ])('not-a-provider: %s', async (_, answer) => {
    const server = await ill(answer);
    expect(await told(server.origin, { provider: 'openai-compatible' })).toMatchObject({
      cause: 'not-a-provider',
    });
  });

  it('window-too-small: as the server has loaded it now', async () => {
    const server = await ill(list({ id: 'm', meta: { n_ctx: 4_096 } }));
    const asked = { provider: 'llamacpp', model: 'm' };
    expect(await told(server.origin, asked)).toMatchObject({
      cause: 'window-too-small',
      command: `llama-server -m MODEL.gguf --jinja --port ${new URL(server.origin).port} -c 16384`,
    });
  });

  it('server-trouble: it answers, but with an error of its own', async () => {
    const server = await ill(json(500, error('oops')));
    expect(await told(server.origin)).toMatchObject({ cause: 'server-trouble' });
  });

  it('silent: it took the connection and says nothing', async () => {
    const { platform, host, clock } = await harness();
    const reached = deferred();
    const server = await ill((response, path) => {
      silent(response, path);
      reached.resolve();
    });
    const baseUrl = server.origin;
    await platform.accounts.put({
      id: 'ollama',
      provider: 'ollama',
      baseUrl,
      hasKey: false,
      models: [],
      addedAt: 0,
    });
    const found = host.diagnose('ollama', { origin: ORIGIN, system: 'linux', localNetwork: 'granted' });
    await reached.promise;
    await clock.advance(TIMEOUTS.local.connectMs);
    expect(await found).toMatchObject({ cause: 'silent', failure: { code: 'connect-timeout' } });
  });
});

describe('the command for the person’s system', () => {
  it('model-missing', async () => {
    const server = await ill(json(200, { models: [{ name: 'other:latest' }] }));
    for (const system of SYSTEMS)
      expect(await told(server.origin, { model: 'qwen3:8b', system })).toMatchObject({
        cause: 'model-missing',
        command: 'ollama pull qwen3:8b',
      });
  });

  it.each([
    ['ollama', 'linux', '', 'sudo systemctl start ollama || ollama serve'],
    ['ollama', 'macos', '', 'open -a Ollama'],
    ['ollama', 'windows', '', 'ollama serve'],
    ['lmstudio', 'linux', '/v1', 'lms server start --cors'],
    ['llamacpp', 'linux', '/v1', 'llama-server -m MODEL.gguf --jinja --port PORT'],
    ['vllm', 'linux', '/v1', 'vllm serve MODEL --port PORT'],
  ] as const)('port-closed: %s on %s', async (provider, system, base, command) => {
    const address = await closedPort();
    expect(await told(address, { provider, system, base })).toMatchObject({
      cause: 'port-closed',
      command: command.replace('PORT', new URL(address).port),
    });
  });
});

describe('docs/doctor.md', () => {
  const read = (): Promise<string> => readFile(new URL('../../docs/doctor.md', import.meta.url), 'utf8');

  it('has each cause once', async () => {
    const named = [...(await read()).matchAll(/^\| `([\w-]+)` \|/gm)].map(([, cause]) => cause);
    expect(named).toEqual([...CAUSES]);
  });

  it('has every command', async () => {
    expect(await read()).toContain(commandList());
  });
});

function commandList(): string {
  return Object.entries(COMMANDS)
    .flatMap(([provider, row]) =>
      Object.entries(row).flatMap(([mend, text]) =>
        typeof text === 'string'
          ? [`- ${provider}, ${mend}: \`${text}\``]
          : Object.entries(text).map(([system, line]) => `- ${provider}, ${mend}, ${system}: \`${line}\``),
      ),
    )
    .join('\n');
}
