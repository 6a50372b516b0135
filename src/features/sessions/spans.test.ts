// The trace as far as entries tell: nothing is estimated.

import { describe, expect, it } from 'vitest';
import { asId } from '../../engine/ids.ts';
import { spansOf } from './fold.ts';
import { call, story, text } from './testing/story.ts';

describe('spans', () => {
  it('are model turns and tool calls in the order of their beginnings, with what their ends say', () => {
    const { entries, starts, turn, answers, begins, finishes } = story();
    starts();
    turn('t1');
    answers('t1', text('One.'), call('a'));
    begins('a');
    finishes('a');
    turn('t2');
    expect(spansOf(entries)).toMatchObject([
      { kind: 'model', name: 'rehearsal/rehearsal', startAt: 2000, ms: 10, tokens: 0 },
      { kind: 'tool', name: 'read_file', startAt: 4000, ms: 5 },
      { kind: 'model', startAt: 6000 },
    ]);
    expect(spansOf(entries).at(-1)).not.toHaveProperty('ms');
  });

  it('show how long a person was waited for', () => {
    const { entries, starts, turn, answers, add } = story();
    starts();
    turn('t1');
    answers('t1', call('a', 'write_file'));
    const approvalId = asId<never>('p');
    const callId = asId<never>('a');
    add({
      type: 'approval-request',
      approvalId,
      callId,
      tool: 'write_file',
      effect: 'write',
      input: {},
      targets: [],
      hash: 'h',
      reason: 'mode-ask',
      scopes: ['once'],
    });
    add(
      { type: 'approval-response', approvalId, callId, hash: 'h', answer: { type: 'allow', scope: 'once' } },
      asId('user'),
    );
    expect(spansOf(entries).at(-1)).toMatchObject({ kind: 'person', name: 'write_file', ms: 1000 });
  });

  it('of a window that starts in the middle of a call know its end alone', () => {
    const { entries, starts, turn, answers, begins, finishes } = story();
    starts();
    turn('t1');
    answers('t1', call('a'));
    begins('a');
    finishes('a');
    expect(spansOf(entries.slice(4))).toMatchObject([{ kind: 'tool', name: 'read_file', ms: 5 }]);
  });
});
