// The page's view of a session, rule by rule: what was said, what streams, what tools did.

import { describe, expect, it } from 'vitest';
import { failure } from '../../engine/failures.ts';
import { asId, USER } from '../../engine/ids.ts';
import { NO_USAGE } from '../../engine/messages.ts';
import { agent, call, calls, run, story, text, used, works } from './testing/story.ts';

it('an account that takes over is told of where it happened; what the first one thought is marked withdrawn', () => {
  const { fold, says, starts, turn, answers, add } = story();
  const refused = failure('rate-limit', 'slow down');
  says('Go');
  starts();
  turn('t1');
  add({
    type: 'message-end',
    turn: asId('t1'),
    message: {
      id: asId('m5'),
      parts: [{ type: 'reasoning', text: 'Hm.' }],
      stamp: { provider: 'a', model: 'm', endpoint: 'https://a.example' },
      stop: 'other',
    },
    usage: NO_USAGE,
    usd: 0,
    ms: 1,
    used,
    discarded: refused,
  });
  add({ type: 'account-switch', from: 'a/m', to: 'a-2/m', failure: refused });
  turn('t1');
  answers('t1', text('Done.'));
  expect(works(fold)[0]?.parts).toMatchObject([
    { type: 'reasoning', text: 'Hm.', withdrawn: refused },
    { type: 'note', note: { kind: 'switch', from: 'a/m', to: 'a-2/m', failure: refused } },
    { type: 'text', text: 'Done.' },
  ]);
});

describe('articles', () => {
  it('a message and the run that it starts are two articles, in this order', () => {
    const { fold, says, starts, turn, answers, ends } = story();
    says('Go');
    starts();
    turn('t1');
    answers('t1', text('Done.'));
    ends();
    const { items, run: last } = fold.view();
    expect(items.map(({ type }) => type)).toEqual(['said', 'work']);
    expect(works(fold)[0]).toMatchObject({ by: agent, model: 'rehearsal/rehearsal', live: false });
    expect(last).toMatchObject({ status: 'done', turns: 1, budget: { toolCalls: 9 }, figures: used });
  });

  it('a message taken in during a run cuts its article where it came in', () => {
    const { fold, says, starts, turn, answers, add } = story();
    says('Go');
    starts();
    turn('t1');
    answers('t1', text('One.'), call('c1'));
    says('And mind the umlauts', 'steer');
    expect(fold.view().queue.map(({ when }) => when)).toEqual(['steer']);
    expect(fold.view().items).toHaveLength(2);
    add({ type: 'steer', message: asId('m4') });
    turn('t2');
    answers('t2', text('Two.'));
    const { items, queue } = fold.view();
    expect(queue).toEqual([]);
    expect(items.map(({ type }) => type)).toEqual(['said', 'work', 'said', 'work']);
    expect(works(fold).map(({ live }) => live)).toEqual([false, true]);
  });

  it('a message taken back leaves the queue', () => {
    const { fold, says, starts, add } = story();
    says('Go');
    starts();
    says('later', 'after');
    add({ type: 'unqueue', message: asId('m2') }, USER);
    expect(fold.view().queue).toEqual([]);
  });

  it('a view keeps the identity of what did not change', () => {
    const { fold, says, starts, turn, answers, ends } = story();
    says('Go');
    starts();
    turn('t1');
    answers('t1', text('Done.'));
    ends();
    const before = fold.view();
    says('More');
    const after = fold.view();
    expect(after).not.toBe(before);
    expect(after.items[0]).toBe(before.items[0]);
    expect(after.items[1]).toBe(before.items[1]);
    expect(fold.view()).toBe(after);
  });
});

describe('streaming', () => {
  it('deltas grow a part; its entry replaces it under the same key', () => {
    const { fold, starts, turn, live, answers } = story();
    starts();
    turn('t1');
    live({ type: 'part-start', part: 'reasoning', id: 'x' });
    live({ type: 'part-delta', part: 'reasoning', id: 'x', delta: 'hm' });
    live({ type: 'part-end', part: 'reasoning', id: 'x' });
    live({ type: 'part-start', part: 'text', id: 'y' });
    live({ type: 'part-delta', part: 'text', id: 'y', delta: 'Hel' });
    live({ type: 'part-delta', part: 'text', id: 'y', delta: 'lo' });
    const streamed = works(fold)[0]?.parts ?? [];
    expect(streamed).toMatchObject([
      { type: 'reasoning', text: 'hm', live: false, ms: 0 },
      { type: 'text', text: 'Hello', live: true },
    ]);
    answers('t1', { type: 'reasoning', text: 'hm' }, text('Hello'));
    const stored = works(fold)[0]?.parts ?? [];
    expect(stored.map(({ key }) => key)).toEqual(streamed.map(({ key }) => key));
    expect(stored).toMatchObject([{ ms: 0 }, { live: false }]);
  });

  it('a call shows while its arguments stream, as far as they can be read', () => {
    const { fold, starts, turn, live, answers } = story();
    starts();
    turn('t1');
    live({ type: 'part-start', part: 'tool-input', id: 'x', tool: 'write_file' });
    live({ type: 'part-delta', part: 'tool-input', id: 'x', delta: '{"path":"a.md","content":"half a' });
    live({ type: 'part-end', part: 'tool-input', id: 'x' });
    expect(calls(fold)).toMatchObject([{ tool: 'write_file', state: 'writing', input: { path: 'a.md' } }]);
    answers('t1', call('c1', 'write_file', '{"path":"a.md","content":""}'));
    expect(calls(fold)).toMatchObject([
      { callId: 'c1', state: 'queued', input: { path: 'a.md', content: '' } },
    ]);
  });

  it('a page that came late goes on from the partial record', () => {
    const { fold, starts, turn, live, answers } = story();
    starts();
    turn('t1');
    fold.partial({ run, by: agent, id: asId('a'), parts: [text('Hel')], at: 3000 });
    live({ type: 'part-delta', part: 'text', id: 'unknown', delta: 'lo' });
    expect(works(fold)[0]?.parts).toMatchObject([{ text: 'Hello', live: true }]);
    answers('t1', text('Hello.'));
    expect(works(fold)[0]?.parts).toMatchObject([{ text: 'Hello.', live: false }]);
  });

  it('text of a try that broke stays, withdrawn, and the next try stands below it', () => {
    const { fold, starts, turn, live, add, answers } = story();
    const lost = failure('connection-lost', 'reset');
    starts();
    turn('t1');
    live({ type: 'part-start', part: 'text', id: 'x' });
    live({ type: 'part-delta', part: 'text', id: 'x', delta: 'Hal' });
    add({ type: 'retry', failure: lost, attempt: 1, waitMs: 2000 });
    expect(fold.view().run?.activity).toEqual({ type: 'retry', failure: lost, since: 3000, until: 5000 });
    turn('t1');
    live({ type: 'part-start', part: 'text', id: 'x2' });
    answers('t1', text('Hello'));
    expect(works(fold)[0]?.parts).toMatchObject([
      { text: 'Hal', withdrawn: lost },
      { note: { kind: 'retry', over: true } },
      { text: 'Hello', live: false },
    ]);
  });

  it('a run that ends while it waits says nothing more of a next try', () => {
    const { fold, starts, turn, add, ends } = story();
    starts();
    turn('t1');
    add({ type: 'retry', failure: failure('unreachable', 'no'), attempt: 2, waitMs: 2000 });
    ends({ status: 'interrupted' });
    expect(fold.view().run?.activity).not.toMatchObject({ type: 'retry' });
    expect(works(fold)[0]?.parts).toMatchObject([{ note: { kind: 'retry', over: true, dropped: true } }]);
  });
});

describe('tool lines', () => {
  it('runs of finished reads fold into one part, other calls do not', () => {
    const { fold, starts, turn, answers, begins, finishes } = story();
    starts();
    turn('t1');
    answers('t1', call('a'), call('b'), call('c', 'grep_files'), call('d'));
    for (const id of ['a', 'b', 'd']) begins(id);
    begins('c', 'grep_files');
    for (const id of ['a', 'b', 'd']) finishes(id);
    finishes('c', 'grep_files');
    expect(works(fold)[0]?.parts.map(({ type }) => type)).toEqual(['reads', 'call', 'call']);
    expect(calls(fold).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('reads of several turns fold as long as nothing was said between them', () => {
    const { fold, starts, turn, answers, begins, finishes } = story();
    starts();
    for (const id of ['a', 'b', 'c']) {
      turn(id);
      answers(id, call(id));
      begins(id);
      finishes(id);
    }
    expect(works(fold)[0]?.parts).toMatchObject([{ type: 'reads', calls: [{}, {}, {}] }]);
  });

  it('a denied call is denied, not failed', () => {
    const { fold, starts, turn, answers, add } = story();
    starts();
    turn('t1');
    answers('t1', call('a', 'write_file'));
    add({
      type: 'tool-end',
      callId: asId('a'),
      ms: 0,
      result: {
        callId: asId('a'),
        tool: 'write_file',
        ok: false,
        text: 'no',
        provenance: 'own',
        failure: 'denied',
      },
    });
    expect(calls(fold)[0]?.state).toBe('denied');
  });

  it('writes are summed up by file and an undo takes them back', () => {
    const { fold, starts, turn, answers, begins, add } = story();
    starts();
    turn('t1');
    answers('t1', call('a', 'edit_file'), call('b', 'edit_file'));
    for (const id of ['a', 'b']) {
      begins(id, 'edit_file', 'write');
      add({
        type: 'write',
        callId: asId(id),
        path: 'x.ts',
        hash: 'h',
        size: 9,
        created: false,
        added: 2,
        removed: 1,
      });
    }
    expect(fold.view().changed?.changes).toMatchObject([
      { path: 'x.ts', added: 4, removed: 2, undone: false, calls: ['a', 'b'] },
    ]);
    expect(calls(fold)[0]?.change).toEqual({ path: 'x.ts', added: 2, removed: 1, created: false });
    add({ type: 'undo', run, path: 'x.ts', hash: 'g' }, USER);
    expect(fold.view().changed?.changes).toMatchObject([{ undone: true }]);
    add({ type: 'undo', run, path: 'x.ts', hash: 'g' }, USER);
    expect(fold.view().items.at(-1)).toMatchObject({ note: { kind: 'undone', paths: ['x.ts'] } });
  });
});
