// The page's view of a session that waits, broke off, or begins before its window.

import { describe, expect, it } from 'vitest';
import { asId, type CallId, USER } from '../../engine/ids.ts';
import { createSessionFold } from './fold.ts';
import { agent, call, calls, run, story, text, works } from './testing/story.ts';

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

describe('a question', () => {
  const question = { question: 'Which?', choices: ['a', 'b'] };
  const ask = (steps: ReturnType<typeof story>): void => {
    steps.starts();
    steps.turn('t1');
    steps.answers('t1', call('q', 'ask_user'));
    steps.add({ type: 'tool-start', callId: asId('q'), tool: 'ask_user', effect: 'none', input: {} });
    steps.add({ type: 'question', callId: asId('q'), question });
  };

  it('waits at its call until its answer comes; a second answer changes nothing', () => {
    const steps = story();
    ask(steps);
    expect(steps.fold.view().asking).toMatchObject([{ callId: 'q', question }]);
    expect(steps.fold.view().run?.activity).toMatchObject({ type: 'question' });
    const reply = { type: 'given', choices: ['a'] } as const;
    steps.add({ type: 'question-answer', callId: asId('q'), answer: reply }, USER);
    steps.add({ type: 'question-answer', callId: asId('q'), answer: { type: 'skipped' } }, USER);
    expect(steps.fold.view().asking).toEqual([]);
    expect(calls(steps.fold)).toMatchObject([{ state: 'running', reply }]);
  });

  it('is not cut off by the run that goes on with its answer', () => {
    const steps = story();
    ask(steps);
    steps.add({ type: 'question-answer', callId: asId('q'), answer: { type: 'skipped' } }, USER);
    steps.add({ type: 'run-resume', run, cause: 'answer' });
    expect(calls(steps.fold)).toMatchObject([{ state: 'running' }]);
  });

  it('is over where its run was stopped', () => {
    const steps = story();
    ask(steps);
    steps.ends({ status: 'stopped' });
    expect(steps.fold.view().asking).toEqual([]);
    expect(calls(steps.fold)).toMatchObject([{ state: 'interrupted' }]);
  });
});

it('the queue is shown as it was changed last, the todo list as it was written last', () => {
  const steps = story();
  steps.starts();
  for (const id of ['x', 'y'])
    steps.add({ type: 'message', id: asId(id), parts: [{ type: 'text', text: id }], queued: 'after' }, USER);
  steps.add({ type: 'requeue', message: asId('y'), before: asId('x'), when: 'steer' }, USER);
  steps.add({ type: 'requeue', message: asId('gone'), before: null }, USER);
  expect(steps.fold.view().queue).toMatchObject([
    { id: 'y', when: 'steer' },
    { id: 'x', when: 'after' },
  ]);
  expect(steps.fold.view().todo).toBeUndefined();
  const items = [{ id: 't1', text: 'look', status: 'done' }] as const;
  steps.add({ type: 'todo', items });
  expect(steps.fold.view().todo).toEqual(items);
});
