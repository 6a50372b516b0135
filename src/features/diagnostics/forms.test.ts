import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanDiagnostic,
  cleanStored,
  createMemoryDiagnostics,
  DIAGNOSTICS_KEPT,
  framesOf,
} from './forms.ts';
import { type Diagnostic, errorEvent } from './diagnostics.ts';

const SAMPLES: readonly Diagnostic[] = [
  { type: 'start', build: '0.1.0+ab12', agent: 'Chrome 140 Linux', language: 'en-US', failedBefore: 0 },
  { type: 'started', ms: 120, sessions: 3 },
  { type: 'start-failed', code: 'storage-newer' },
  { type: 'failure', code: 'bad-archive', command: 'restoreBackup' },
  { type: 'error', name: 'TypeError', frames: ['assets/index-a1.js:1:200'] },
  { type: 'slow', what: 'command', ms: 3000, command: 'boot' },
  { type: 'run', status: 'failed', turns: 2, ms: 900, code: 'auth', host: '127.0.0.1:11434', http: 401 },
  { type: 'storage', what: 'swept', count: 2, bytes: 100 },
  { type: 'update', what: 'waiting' },
];
const SECRET = 'sk-live 1234 /home/me/tax.pdf what I said';

test('every event of the vocabulary comes through as it is', () => {
  for (const event of SAMPLES) expect(cleanDiagnostic(event)).toEqual(event);
});

test('whatever stands in a field that is text, and in fields nobody knows, nothing of it is kept', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), fc.string(), (event, extra) => {
      const hostile: Record<string, unknown> = { ...event, [`x${extra}`]: SECRET, message: SECRET };
      expect(cleanDiagnostic(hostile)).toEqual(event);
      for (const field of Object.keys(event)) {
        if (field === 'type') continue;
        const changed = JSON.stringify(cleanDiagnostic({ ...event, [field]: SECRET }) ?? {});
        expect(changed).not.toContain('sk-live');
        expect(changed).not.toContain('tax.pdf');
      }
    }),
  );
});

test('a stack leaves only the places in our own bundles', () => {
  const stack = `TypeError: the letter to Anna
    at open (https://bowline.example/assets/index-Ab_1.js:1:2345)
    at https://bowline.example/workers/harness-x.js:9:1
    at chrome-extension://abc/content.js:1:1
    at file:///home/me/secret.js:3:4`;
  expect(framesOf(stack)).toEqual(['assets/index-Ab_1.js:1:2345', 'workers/harness-x.js:9:1']);
});

test('an uncaught error keeps its class and not its message', () => {
  const event = cleanDiagnostic(errorEvent(new RangeError(SECRET)));
  expect(event).toMatchObject({ type: 'error', name: 'RangeError' });
  expect(JSON.stringify(event)).not.toContain('sk-live');
  expect(cleanDiagnostic(errorEvent(SECRET))).toEqual({ type: 'error', name: 'Thrown', frames: [] });
});

test('the log is a ring and is exported as lines', async () => {
  let now = 0;
  const log = createMemoryDiagnostics(() => (now += 1));
  for (let index = 0; index < DIAGNOSTICS_KEPT + 5; index += 1)
    log.note({ type: 'slow', what: 'task', ms: index }, 'page');
  const events = await log.read();
  expect(events).toHaveLength(DIAGNOSTICS_KEPT);
  expect(events[0]).toEqual({ type: 'slow', what: 'task', ms: 5, at: 6, from: 'page' });
  const lines = (await log.lines(7)).trimEnd().split('\n');
  expect(lines).toHaveLength(DIAGNOSTICS_KEPT + 1);
  expect(cleanStored(JSON.parse(lines[1] ?? ''))).toEqual(events[0]);
});
