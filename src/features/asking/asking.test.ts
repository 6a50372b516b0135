import { describe, expect, test } from 'vitest';
import type { CallId } from '../../engine/ids.ts';
import type { Answer } from '../../engine/questions.ts';
import { createAskDesk } from './asking.ts';
import { misfit } from './fold.ts';
import { ASK_TEXT, answerText, NOBODY_HERE } from './prompts.ts';

const tool = createAskDesk(true, []).tool;
const given = (more: Partial<Extract<Answer, { type: 'given' }>>): Answer => ({ type: 'given', ...more });
const form = {
  question: 'Where to?',
  fields: [
    { name: 'city', label: 'City', type: 'text', required: true },
    { name: 'nights', label: 'Nights', type: 'number' },
    { name: 'class', label: 'Class', type: 'choice', choices: ['first', 'second'] },
  ],
} as const;

describe('the arguments of ask_user', () => {
  test('are a question, with choices or a form or neither', () => {
    for (const input of [{ question: 'Why?' }, { question: 'Which?', choices: ['a', 'b'] }, form])
      expect(tool.input.check(structuredClone(input) as never)).toMatchObject({ ok: true });
  });

  test('are refused with what is wrong: both at once, the same twice, a choice without choices', () => {
    const problem = (input: object): unknown => {
      const checked = tool.input.check(input as never);
      return checked.ok ? undefined : checked.problems[0]?.expected;
    };
    expect(problem({ ...form, choices: ['a', 'b'] })).toBe('choices or fields, not both');
    expect(problem({ question: 'Which?', choices: ['a', 'a'] })).toBe('choices that differ from each other');
    const field = { name: 'a', label: 'A', type: 'choice' };
    expect(problem({ question: 'Which?', fields: [field] })).toBe(
      'choices for type "choice", and for no other',
    );
  });
});

describe('an answer', () => {
  test('takes only what was offered, as often as was offered', () => {
    const question = { question: 'Which?', choices: ['a', 'b', 'c'] };
    expect(misfit(question, given({ choices: ['b'] }))).toBeUndefined();
    expect(misfit(question, given({ text: 'neither' }))).toBeUndefined();
    expect(misfit(question, given({ choices: ['d'] }))).toBe('it takes what was not offered');
    expect(misfit(question, given({ choices: ['a', 'b'] }))).toBe('only one may be taken');
    expect(misfit({ ...question, multiple: true }, given({ choices: ['a', 'b'] }))).toBeUndefined();
    expect(misfit(question, given({ text: ' ' }))).toBe('it is empty');
  });

  test('fills in a form by name and kind, and leaves nothing out that is required', () => {
    expect(misfit(form, given({ fields: { city: 'Graz', nights: 2, class: 'second' } }))).toBeUndefined();
    expect(misfit(form, given({ fields: { nights: 2 } }))).toBe('city is missing');
    expect(misfit(form, given({ fields: { city: 'Graz', nights: '2' } }))).toBe('nights is not of its kind');
    expect(misfit(form, given({ fields: { city: 'Graz', class: 'third' } }))).toBe(
      'class is not of its kind',
    );
    expect(misfit(form, given({ fields: { city: 'Graz', toString: 'x' } }))).toBe(
      'it has a field that was not asked for',
    );
  });
});

test('what the model reads of an answer is changed on purpose only', () => {
  const choose = { question: 'Which?', choices: ['a', 'b'], multiple: true };
  const read = [
    answerText(choose, given({ choices: ['a'] })),
    answerText(choose, given({ choices: ['a', 'b'], text: ' and fast ' })),
    answerText(choose, given({ text: 'neither' })),
    answerText(form, given({ fields: { city: 'Graz', nights: 2 } })),
    answerText(choose, { type: 'skipped' }),
    answerText(choose, { type: 'message', message: 'm' as never }),
    NOBODY_HERE,
    ASK_TEXT,
  ];
  expect(read.join('\n\n')).toMatchInlineSnapshot(`
    "The person chose: a

    The person chose:
    - a
    - b
    The person added: and fast

    The person answered: neither

    The person filled in:
    city: "Graz"
    nights: 2
    class: (left empty)

    The person leaves this to you. Decide yourself, and say in your final answer what you decided.

    The person wrote a message instead of answering here; it follows.

    Nobody is here to answer in this run. Decide yourself, go the way that can be taken back, and say in your final answer what you assumed.

    Ask the person one question and wait for the answer, which comes back as the result. Only for what you can neither find out nor sensibly assume and what changes what you do next; everything else, decide and say so. Offer \`choices\` where there are a few good ones (the person may always write something else), \`fields\` for several values at once. Several questions that do not depend on each other go into one turn."
  `);
});

test('a question asked before, and answered since, is not asked again', async () => {
  const callId = 'c' as CallId;
  const entry = { by: 'agent', event: { type: 'question', callId, question: { question: 'Why?' } } } as never;
  const reply = {
    by: 'user',
    event: { type: 'question-answer', callId, answer: given({ text: 'so' }) },
  } as never;
  const recorded: string[] = [];
  const context = {
    callId,
    record: async ({ type }: { type: string }) => void recorded.push(type),
    waiting: (wait: Promise<unknown>) => wait,
  } as never;
  const known = createAskDesk(true, [entry, reply]);
  expect(await known.tool.run({ question: 'Why?' }, context)).toMatchObject({
    text: 'The person answered: so',
  });
  const open = createAskDesk(true, [entry]);
  const run = open.tool.run({ question: 'Why?' }, context);
  open.take(reply);
  expect(await run).toMatchObject({ ok: true, provenance: 'own' });
  expect(recorded).toEqual([]);
});
