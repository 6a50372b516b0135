// The headless run as a person starts it, against the scripted model server: right bytes, one event a line, exit
// codes, and Ctrl-C.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silent } from '../../e2e/model-server/reply.ts';
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '../../e2e/model-server/server.ts';
import { alwaysTools, catastrophicRegex, longText, writeOnce } from '../../e2e/model-server/small-scripts.ts';
import { twelveCallTask } from '../../e2e/model-server/task-scripts.ts';
import { type Ended, startAgent, temporaryFolder } from './fixtures/agent-process.ts';

/** For tests that start several processes, on a machine with other things to do. */
const LONG = 120_000;

vi.setConfig({ testTimeout: 60_000 });

it(
  '--help says what there is and ends with code 0',
  async () => {
    const { code, text, stderr } = await startAgent(['--help']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const option of ['--cwd', '--model', '--base-url', '--mode', '--max-turns', '--state'])
      expect(text).toContain(option);
    // The first start bundles it.
  },
  LONG,
);

async function serve(options: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(options);
  onTestFinished(() => server.close());
  return server;
}

const model = ({ baseUrl }: ModelServer): readonly string[] => [
  '--model',
  'openai-compatible/scripted',
  '--base-url',
  baseUrl,
];

const started = (server: ModelServer, cwd: string, ...more: readonly string[]) =>
  startAgent(['Do it', '--cwd', cwd, ...model(server), ...more]);

const typesOf = (lines: readonly { readonly type: string }[]): readonly string[] =>
  lines.map(({ type }) => type);

describe('a task of many calls', () => {
  const portsIn = (folder: string): void => {
    mkdirSync(join(folder, 'ports'));
    for (const [name, dues] of [
      ['bergen', 12],
      ['lagos', 7],
      ['osaka', 30],
    ] as const)
      writeFileSync(join(folder, 'ports', `${name}.txt`), `${name}\r\ndues = ${dues}\r\n`);
  };

  it('leaves the right bytes in a real folder, prints one event a line, and ends with code 0', async () => {
    const cwd = temporaryFolder();
    portsIn(cwd);
    const state = join(temporaryFolder(), 'state');
    const server = await serve({ script: twelveCallTask({ folder: 'ports', token: 'dues' }) });
    const { code, lines, stderr } = await started(server, cwd, '--mode', 'auto', '--state', state).ended;

    expect({ code, stderr, violations: server.violations }).toEqual({ code: 0, stderr: '', violations: [] });
    expect(readFileSync(join(cwd, 'ports/bergen.txt'), 'utf8')).toBe('bergen\r\ndues = 13\r\n');
    expect(readFileSync(join(cwd, 'ports/lagos.txt'), 'utf8')).toBe('lagos\r\ndues = 8\r\n');
    expect(readFileSync(join(cwd, 'ports/osaka.txt'), 'utf8')).toBe('osaka\r\ndues = 31\r\n');
    expect(readFileSync(join(cwd, 'ports/report.md'), 'utf8')).toBe('# Report\n\ntotal dues = 52\n');
    expect(readdirSync(cwd)).toEqual(['ports']);

    const types = typesOf(lines);
    expect(types.filter((type) => type === 'run-end')).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({
      type: 'run-end',
      outcome: { status: 'done', text: expect.stringContaining('52') },
    });
    expect(types.indexOf('message')).toBeLessThan(types.indexOf('run-start'));
    const calls = lines.filter(({ type }) => type === 'tool-start').map(({ callId }) => callId);
    const ends = lines.filter(({ type }) => type === 'tool-end').map(({ callId }) => callId);
    expect(calls.length).toBeGreaterThanOrEqual(12);
    expect(new Set(ends)).toEqual(new Set(calls));
    expect(types).toContain('part-delta');

    // What was printed is what is kept.
    const [log = ''] = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    );
    const kept = readFileSync(join(state, log), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number });
    expect(lines.flatMap(({ seq }) => (typeof seq === 'number' ? [seq] : []))).toEqual(
      kept.map(({ seq }) => seq),
    );
  });
});

describe('without anybody to ask', () => {
  it.each([
    ['ask', 1],
    ['read-only', 0],
  ] as const)('mode %s leaves no file, and standard error says so at most once', async (mode, said) => {
    const cwd = temporaryFolder();
    const server = await serve({ script: writeOnce('hello.txt', 'Hello\n') });
    const { code, lines, stderr } = await started(server, cwd, '--mode', mode).ended;
    expect(existsSync(join(cwd, 'hello.txt'))).toBe(false);
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ outcome: { status: 'done', text: 'Not written: denied.' } });
    expect(stderr.match(/nobody can be asked/g) ?? []).toHaveLength(said);
    expect(server.violations).toEqual([]);
  });

  it('even mode full keeps away from credentials', async () => {
    const cwd = temporaryFolder();
    const server = await serve({ script: writeOnce('.env', 'KEY=1\n') });
    const { lines } = await started(server, cwd, '--mode', 'full').ended;
    expect(readdirSync(cwd)).toEqual([]);
    expect(typesOf(lines)).toContain('approval-request');
    expect(lines.at(-1)).toMatchObject({ outcome: { text: 'Not written: denied.' } });
  });

  it('the state folder is out of reach, also when it lies in the workspace', async () => {
    const cwd = temporaryFolder();
    const state = join(cwd, '.state');
    const server = await serve({ script: writeOnce('.state/log/x.jsonl', '{}\n') });
    const { lines } = await started(server, cwd, '--mode', 'full', '--state', state).ended;
    const [end] = lines.filter(({ type }) => type === 'tool-end');
    expect(end).toMatchObject({ result: { ok: false, failure: 'not-found' } });
    expect(
      readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('x.jsonl')),
    ).toEqual([]);
  });
});

describe('how it ends', () => {
  it('a turn limit ends it as done, and says so', async () => {
    const server = await serve({ script: alwaysTools });
    const { code, lines, stderr } = await started(server, temporaryFolder(), '--max-turns', '3').ended;
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ type: 'run-end', outcome: { status: 'done', turnLimit: true } });
    expect(stderr).toContain('--max-turns');
  });

  it('a refused key fails it at once, in words, with code 1; the key from the environment is sent', async () => {
    const server = await serve({ script: longText(3), apiKey: 'sesame' });
    const refused = await started(server, temporaryFolder()).ended;
    expect(refused.code).toBe(1);
    expect(refused.lines.at(-1)).toMatchObject({
      type: 'run-end',
      outcome: { status: 'failed', failure: { code: 'auth' } },
    });
    expect(refused.stderr).toContain('key');
    const words = ['Do it', '--cwd', temporaryFolder(), ...model(server)];
    const served = await startAgent(words, { OPENAI_API_KEY: 'sesame' }).ended;
    expect(served.code).toBe(0);
    expect(JSON.stringify(served.lines) + served.stderr).not.toContain('sesame');
  });

  it.each([
    [
      'a folder that is not there',
      ['Do it', '--cwd', '/nowhere/at/all', '--model', 'rehearsal'],
      'no folder',
    ],
    ['no model', ['Do it', '--cwd', '.'], '--model'],
    [
      'a provider without an address',
      ['Do it', '--cwd', '.', '--model', 'openai-compatible/x'],
      '--base-url',
    ],
  ])('%s is code 2 and a sentence, with nothing on standard output', async (_, words, sentence) => {
    const { code, lines, stderr } = await startAgent(words).ended;
    expect({ code, lines }).toEqual({ code: 2, lines: [] });
    expect(stderr).toContain(sentence);
  });

  it('a model that nobody serves is a failed run', async () => {
    const { code, lines } = await startAgent([
      'Do it',
      '--cwd',
      temporaryFolder(),
      '--model',
      'nobody/nothing',
    ]).ended;
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({
      type: 'run-end',
      outcome: { status: 'failed', failure: { code: 'no-model' } },
    });
  });
});

describe('Ctrl-C', () => {
  /** Always: its exit code, a stopped run as the last line. On an idle machine: at once, and on record. */
  const stops = async (
    attempt: () => Promise<{ ms: number; ended: Ended }>,
    expected: number,
  ): Promise<void> => {
    const took: number[] = [];
    for (let attempts = 3; attempts > 0; attempts--) {
      const { ms, ended } = await attempt();
      const last = ended.lines.at(-1);
      expect({ code: ended.code, last }).toMatchObject({
        code: expected,
        last: { type: 'run-end', outcome: { status: 'stopped' } },
      });
      if (ms < 300 && typeof last?.['seq'] === 'number') return;
      took.push(ms);
    }
    expect.fail(`ended after ${took.map(Math.round).join(', ')} ms, or not on record`);
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s ends it within 300 ms while the model is silent',
    async (signal, expected) => {
      const server = await serve({ script: () => silent() });
      await stops(async () => {
        const agent = started(server, temporaryFolder());
        await server.nextRequest();
        const before = server.requestCount;
        const ms = await agent.interrupt(signal);
        const ended = await agent.ended;
        expect(server.requestCount).toBe(before);
        return { ms, ended };
      }, expected);
    },
    LONG,
  );

  it(
    'ends it within 300 ms while a regular expression runs wild',
    async () => {
      const server = await serve({ script: catastrophicRegex() });
      await stops(async () => {
        const agent = started(server, temporaryFolder(), '--mode', 'auto');
        await agent.said('"message-end"', 'grep_files');
        await server.nextRequest(({ conversation }) => conversation.steps.length === 1);
        // By now it has been searching for a while, and nothing came of it.
        await server.quiet(500);
        const ms = await agent.interrupt('SIGINT');
        return { ms, ended: await agent.ended };
      }, 130);
    },
    LONG,
  );
});
