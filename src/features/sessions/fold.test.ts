// The page's view of a session, rule by rule.

import { describe, expect, it } from 'vitest';
import type { Entry, LiveEvent, Outcome, StoredEvent } from '../../engine/events.ts';
import type { BudgetFigures } from '../../engine/budget.ts';
import { failure } from '../../engine/failures.ts';
import { asId, type CallId, type RunId, USER } from '../../engine/ids.ts';
import { type AssistantPart, NO_USAGE } from '../../engine/messages.ts';
import { createSessionFold, type CallView, type SessionFold, type WorkView } from './fold.ts';

const run = asId<RunId>('r1');
const agent = asId<typeof USER>('agent');
const session = asId<Entry['session']>('s');

const OUTCOME: Outcome = {
  status: 'done',
  text: '',
  usage: NO_USAGE,
  turns: 1,
  toolCalls: 0,
  toolFailures: 0,
  retries: 0,
  compactions: 0,
  modelMs: 0,
  toolMs: 0,
  waitingMs: 0,
  usd: 0,
};
const used: BudgetFigures = { tokens: 5, toolCalls: 2, wallMs: 1, usd: 0 };

/** A session written down step by step; one second passes between entries. */
function story(fold: SessionFold = createSessionFold()) {
  const entries: Entry[] = [];
  const add = (event: StoredEvent, by = agent): void => {
    const seq = entries.length + 1;
    const inRun = by === agent || event.type === 'approval-response';
    const entry: Entry = {
      session,
      seq,
      parent: seq - 1,
      v: 1,
      at: seq * 1000,
      by,
      event,
      ...(inRun ? { run } : {}),
    };
    entries.push(entry);
    fold.entry(entry);
  };
  const steps = {
    entries,
    fold,
    add,
    says: (text: string, queued?: 'steer' | 'after') =>
      add(
        {
          type: 'message',
          id: asId(`m${entries.length}`),
          parts: [{ type: 'text', text }],
          ...(queued === undefined ? {} : { queued }),
        },
        USER,
      ),
    starts: () =>
      add({
        type: 'run-start',
        run,
        agent,
        model: 'rehearsal/rehearsal',
        cause: { type: 'message', message: asId('m0') },
        budget: { toolCalls: 9 },
        system: '',
        tools: [],
      }),
    turn: (turn: string) =>
      add({
        type: 'turn-start',
        turn: asId(turn),
        model: 'rehearsal/rehearsal',
        context: {
          systemTokens: 1,
          toolTokens: 1,
          historyTokens: 1,
          window: 100,
          windowKnown: true,
          pressure: 0.03,
        },
        used,
        reserved: { tokens: 0, usd: 0 },
      }),
    answers: (turn: string, ...parts: AssistantPart[]) =>
      add({
        type: 'message-end',
        turn: asId(turn),
        message: {
          id: asId(`a${entries.length}`),
          parts,
          stamp: { provider: 'rehearsal', model: 'rehearsal', endpoint: '' },
          stop: 'stop',
        },
        usage: NO_USAGE,
        usd: 0,
        ms: 10,
        used,
      }),
    begins: (id: string, tool = 'read_file', effect: 'read' | 'write' = 'read') =>
      add({ type: 'tool-start', callId: asId(id), tool, effect, input: { path: `${id}.ts` } }),
    finishes: (id: string, tool = 'read_file', ok = true) =>
      add({
        type: 'tool-end',
        callId: asId(id),
        ms: 5,
        result: { callId: asId(id), tool, ok, text: 'text', provenance: 'workspace' },
      }),
    ends: (outcome: Partial<Outcome> = {}, discarded?: true) =>
      add({
        type: 'run-end',
        run,
        outcome: { ...OUTCOME, ...outcome },
        ...(discarded === undefined ? {} : { discarded }),
      }),
    live: (event: LiveEvent) => fold.live(run, event, entries.length * 1000 + 500),
  };
  return steps;
}

const text = (value: string): AssistantPart => ({ type: 'text', text: value });
const call = (id: string, tool = 'read_file', args = '{}'): AssistantPart => ({
  type: 'tool-call',
  callId: asId(id),
  tool,
  argumentsText: args,
});
const works = (fold: SessionFold): readonly WorkView[] =>
  fold.view().items.filter((item) => item.type === 'work');
const calls = (fold: SessionFold): readonly CallView[] =>
  works(fold).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'reads' ? part.calls : part.type === 'call' ? [part] : [])),
  );

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
    live({ type: 'part-start', part: 'text', id: 'x2' });
    answers('t1', text('Hello'));
    expect(works(fold)[0]?.parts).toMatchObject([
      { text: 'Hal', withdrawn: lost },
      { note: { kind: 'retry', over: true } },
      { text: 'Hello', live: false },
    ]);
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
    expect(fold.view().items.at(-1)).toMatchObject({ note: { kind: 'undone', paths: ['x.ts'] } });
  });
});

describe('approvals', () => {
  const ask = (steps: ReturnType<typeof story>): void => {
    steps.starts();
    steps.turn('t1');
    steps.answers('t1', call('a', 'write_file'));
    steps.add({
      type: 'approval-request',
      approvalId: asId('p'),
      callId: asId('a'),
      tool: 'write_file',
      effect: 'write',
      input: { path: 'x' },
      targets: [],
      hash: 'h',
      reason: 'mode-ask',
      scopes: ['once'],
    });
  };

  it('wait at their call until the answer with the same hash comes', () => {
    const steps = story();
    ask(steps);
    expect(steps.fold.view().waiting).toMatchObject([{ callId: 'a', askedAt: 4000 }]);
    expect(steps.fold.view().run?.activity).toMatchObject({ type: 'approval', since: 4000 });
    const answer = { type: 'allow', scope: 'once' } as const;
    steps.add(
      { type: 'approval-response', approvalId: asId('p'), callId: asId('a'), hash: 'other', answer },
      USER,
    );
    expect(steps.fold.view().waiting).toHaveLength(1);
    steps.add(
      { type: 'approval-response', approvalId: asId('p'), callId: asId('a'), hash: 'h', answer },
      USER,
    );
    expect(steps.fold.view().waiting).toEqual([]);
    expect(calls(steps.fold)).toMatchObject([{ state: 'queued', answer }]);
  });

  it('show in a window that starts with them', () => {
    const steps = story();
    ask(steps);
    const fold = createSessionFold();
    for (const entry of steps.entries.slice(3)) fold.entry(entry);
    expect(fold.view().waiting).toMatchObject([{ callId: 'a', tool: 'write_file' }]);
    expect(works(fold)).toHaveLength(1);
    expect(fold.view().run?.turns).toBeUndefined();
  });
});

describe('after a crash', () => {
  const crash = (effect: 'read' | 'write') => {
    const steps = story();
    steps.starts();
    steps.turn('t1');
    steps.answers('t1', call('a', 'x'), call('b', 'x'));
    steps.begins('a', 'x', effect);
    steps.ends({ status: 'interrupted' });
    return steps;
  };

  it('a call that began and may have had an effect is unknown; the others are interrupted', () => {
    expect(calls(crash('write').fold).map(({ state }) => state)).toEqual(['unknown', 'interrupted']);
    expect(calls(crash('read').fold).map(({ state }) => state)).toEqual(['interrupted', 'interrupted']);
  });

  it('the run stays open until it is continued or discarded', () => {
    const steps = crash('write');
    expect(steps.fold.view().items.at(-1)).toMatchObject({ note: { kind: 'end', open: true } });
    steps.add({ type: 'unknown-resolved', callId: asId('a'), by: 'person', ran: true }, USER);
    expect(calls(steps.fold)[0]).toMatchObject({ state: 'interrupted', ran: true, resolvedBy: 'person' });
    steps.add({ type: 'run-resume', run, cause: 'continue' });
    expect(steps.fold.view().items[1]).toMatchObject({ note: { kind: 'end', open: false } });
    expect(steps.fold.view().run?.status).toBe('running');
  });

  it('discarding is told in the same place', () => {
    const steps = crash('read');
    const before = steps.fold.view().items.length;
    steps.ends({ status: 'interrupted' }, true);
    expect(steps.fold.view().items).toHaveLength(before);
    expect(steps.fold.view().items.at(-1)).toMatchObject({
      note: { kind: 'end', open: false, discarded: true },
    });
  });

  it('a run that goes on without having been ended knows its started calls as unknown', () => {
    const { fold, starts, turn, answers, begins, add } = story();
    starts();
    turn('t1');
    answers('t1', call('a', 'x'));
    begins('a', 'x', 'write');
    add({ type: 'run-resume', run, cause: 'continue' });
    expect(fold.view().run?.activity).toMatchObject({ type: 'unknown', call: { callId: 'a' } });
  });

  it('text that was streaming is kept, marked as cut off', () => {
    const { fold, starts, turn, ends } = story();
    starts();
    turn('t1');
    ends({ status: 'interrupted' });
    fold.partial({ run, by: agent, id: asId('a'), parts: [text('Hal')], at: 3000 });
    expect(works(fold)[0]?.parts).toMatchObject([
      { text: 'Hal', live: false, withdrawn: { code: 'interrupted' } },
    ]);
  });
});

describe('any window', () => {
  it('of any story folds without loss of what it contains', () => {
    const { entries, says, starts, turn, answers, begins, finishes, add, ends } = story();
    says('Go');
    starts();
    turn('t1');
    answers('t1', { type: 'reasoning', text: 'hm' }, text('First'), call('a'), call('b', 'edit_file'));
    begins('a');
    finishes('a');
    begins('b', 'edit_file', 'write');
    add({
      type: 'write',
      callId: asId<CallId>('b'),
      path: 'x',
      hash: 'h',
      size: 1,
      created: true,
      added: 1,
      removed: 0,
    });
    finishes('b', 'edit_file');
    turn('t2');
    answers('t2', text('Second'));
    ends({ status: 'stopped' });
    for (let from = 0; from < entries.length; from++) {
      const fold = createSessionFold();
      for (const entry of entries.slice(from)) fold.entry(entry);
      const view = fold.view();
      expect(view.run?.status).toBe('stopped');
      expect(view.items.at(-1)).toMatchObject({ note: { kind: 'end', outcome: { status: 'stopped' } } });
      const finished = entries.slice(from).filter(({ event }) => event.type === 'tool-end').length;
      expect(calls(fold).filter(({ state }) => state === 'done')).toHaveLength(finished);
    }
  });
});
