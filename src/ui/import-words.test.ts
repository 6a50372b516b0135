import { beforeAll, expect, test } from 'vitest';
import { failure } from '../engine/failures.ts';
import { asId, type SessionId } from '../engine/ids.ts';
import { wholeSpeech } from './i18n/text.ts';
import { refusalText, reportLines } from './import-words.ts';

beforeAll(wholeSpeech);

const report = {
  product: 'chatgpt',
  sessions: [asId<SessionId>('s')],
  known: 0,
  messages: 2,
  attachments: 1,
  skipped: [],
};

test('an attachment that was left out is not told as added', () => {
  const left = { what: 'attachment', reason: 'not-in-file', kind: 'png', count: 1 } as const;
  expect(reportLines({ ...report, skipped: [left] })).toEqual([
    'Added 1 session and 2 messages from ChatGPT.',
    'Left out: 1 attachment, not in the file (png).',
  ]);
  expect(reportLines({ ...report, attachments: 3, skipped: [left] })[0]).toBe(
    'Added 1 session, 2 messages, and 2 attachments from ChatGPT.',
  );
});

test('a refusal is whole sentences: what it is, that nothing was taken, what to do', () => {
  for (const facts of [
    { why: 'foreign' },
    { why: 'backup' },
    { why: 'it ends too early' },
    { name: '"../x"' },
  ]) {
    const text = refusalText(failure('bad-archive', '', { facts }));
    expect(text).toMatch(/^[A-Z].*\. Nothing was taken from it\. .*\.$/);
  }
  expect(refusalText(failure('bad-archive', '', { facts: { name: '"../x"' } }))).toContain('"../x"');
});
