// One event a line: `type` first, valid JSON whatever the text holds, no line break inside.
import { expect, it } from 'vitest';
import { asId, type CallId, type RunId, type SessionId, USER } from '../engine/ids.ts';
import { endLine, entryLine, liveLine } from './event-lines.ts';

const RUN = asId<RunId>('r');

it('an entry is its event, with its place in the log', () => {
  const line = entryLine({
    session: asId<SessionId>('s'),
    seq: 3,
    parent: 2,
    v: 1,
    at: 9,
    by: USER,
    run: RUN,
    event: { type: 'title', title: 'a\nb\u2028\ud800', by: 'person' },
  });
  expect(line).toMatch(/^\{"type":"title",[^\n]*\}\n$/);
  expect(JSON.parse(line)).toMatchObject({ type: 'title', run: 'r', seq: 3, parent: 2, at: 9, by: 'user' });
});

it('a live event names its run; an end that is on no record has no place', () => {
  expect(JSON.parse(liveLine(RUN, { type: 'tool-progress', callId: asId<CallId>('c'), note: 'x' }))).toEqual({
    type: 'tool-progress',
    callId: 'c',
    note: 'x',
    run: 'r',
  });
  expect(JSON.parse(endLine({ status: 'stopped' }))).toEqual({
    type: 'run-end',
    outcome: { status: 'stopped' },
  });
});
