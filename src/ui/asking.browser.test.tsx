// Cards of questions, the todo list and the queue over the scripted host: what a press or a key sends, and what it
// does not.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, FailureError } from '../engine/failures.ts';
import { asId } from '../engine/ids.ts';
import type { Question } from '../engine/questions.ts';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
import { startRouter } from './state/router.ts';
import { createUi } from './state/ui.ts';
import { createFakeHost } from './testing/fake-host.ts';
import { createStory } from './testing/story.ts';

let box: HTMLElement;
const soon = <Found,>(look: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(look, { timeout: 15_000 });

beforeEach(() => {
  localStorage.clear();
  box = document.createElement('div');
  document.body.append(box);
});
afterEach(() => {
  render(null, box);
  box.remove();
});

function found<Found extends HTMLElement>(selector: string, text = ''): Found {
  const all = [...box.querySelectorAll<Found>(selector)];
  const element = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent).includes(text));
  if (element === undefined) throw new Error(`no ${selector} ${text}`);
  return element;
}
const card = () => soon(() => found('[role="group"][aria-label="Question"]'));
const press = (element: Element, key: string, more: KeyboardEventInit = {}): boolean =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
const type = (element: HTMLInputElement | HTMLTextAreaElement, value: string): void => {
  element.value = value;
  element.dispatchEvent(new Event('input', { bubbles: true }));
};

interface Shown {
  readonly question?: Question;
  readonly queued?: readonly string[];
  readonly todo?: boolean;
  readonly refuse?: boolean;
}

/** Opens a session in which a run is on; what is asked of the host is in `asked`, without the session. */
async function open({ question, queued = [], todo = false, refuse = false }: Shown) {
  const story = createStory('asks', 'Asks', Date.now() - 9_000);
  story.says('Do it.');
  story.starts();
  story.turn();
  if (question !== undefined) {
    story.answers({ id: 'q', tool: 'ask_user', input: { question: question.question } });
    story.begins({ id: 'q', tool: 'ask_user', input: { question: question.question }, effect: 'none' });
    story.add({ type: 'question', callId: asId('asks-q'), question });
  }
  if (todo)
    story.add({
      type: 'todo',
      items: [
        { id: 't1', text: 'look', status: 'done' },
        { id: 't2', text: 'mend', status: 'in_progress' },
      ],
    });
  for (const text of queued) story.says(text, 'after');
  const asked: unknown[] = [];
  const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
  const note =
    (name: string) =>
    async (_session: unknown, ...args: readonly unknown[]): Promise<void> => {
      asked.push([name, ...args]);
      if (refuse) throw new FailureError(failure('stale', 'too late'));
    };
  const host: HostApi = {
    ...fake,
    openSession: async () => ({
      role: 'owner',
      head: story.head(),
      entries: story.entries,
      complete: true,
      partials: [],
    }),
    answerQuestion: note('answer'),
    changeQueued: note('change'),
    sendQueued: note('send'),
    removeQueued: note('remove'),
    editTodo: note('todo'),
  };
  location.hash = '#/s/asks';
  startRouter();
  const ui = createUi(host);
  void ui.app.start();
  render(<App ui={ui} />, box);
  return asked;
}

describe('a question', () => {
  const choose: Question = { question: 'Which?', choices: ['red', 'blue'] };

  it('takes the keyboard from someone who is not typing; a number key is the answer, given once', async () => {
    const asked = await open({ question: choose });
    const group = await card();
    await soon(() => expect(document.activeElement).toBe(group));
    press(group, '9');
    press(group, '2');
    press(group, '1');
    await soon(() => expect(asked).toHaveLength(1));
    expect(asked).toEqual([['answer', 'asks-q', { type: 'given', choices: ['blue'] }]]);
  });

  it('leaves a number alone that is typed into a text', async () => {
    const asked = await open({ question: choose });
    const text = await soon(() => found<HTMLTextAreaElement>('.question textarea'));
    await soon(() => expect(document.activeElement).toBe(found('.question')));
    text.focus();
    press(text, '1');
    type(text, '1 of each');
    await soon(() => expect(found<HTMLButtonElement>('.question button[type=submit]').disabled).toBe(false));
    press(text, 'Enter');
    await soon(() => expect(asked).toEqual([['answer', 'asks-q', { type: 'given', text: '1 of each' }]]));
  });

  it('takes several choices only together with Answer', async () => {
    const asked = await open({ question: { ...choose, multiple: true } });
    await card();
    found('.choices button', 'blue').click();
    await soon(() => expect(found('.choices button', 'blue').getAttribute('aria-pressed')).toBe('true'));
    found('.choices button', 'red').click();
    await soon(() => expect(found('.choices button', 'red').getAttribute('aria-pressed')).toBe('true'));
    expect(asked).toEqual([]);
    found('.question button[type=submit]').click();
    await soon(() =>
      expect(asked).toEqual([['answer', 'asks-q', { type: 'given', choices: ['red', 'blue'] }]]),
    );
  });

  it('is a form whose required fields must be filled in; values have their kinds', async () => {
    const fields = [
      { name: 'city', label: 'City', type: 'text', required: true },
      { name: 'nights', label: 'Nights', type: 'number' },
    ] as const;
    const asked = await open({ question: { question: 'Where to?', fields } });
    await card();
    const answer = found<HTMLButtonElement>('.question button[type=submit]');
    expect(answer.disabled).toBe(true);
    type(found<HTMLInputElement>('.question input[type=text]'), 'Graz');
    type(found<HTMLInputElement>('.question input[type=number]'), '2');
    await soon(() => expect(answer.disabled).toBe(false));
    answer.click();
    await soon(() =>
      expect(asked).toEqual([['answer', 'asks-q', { type: 'given', fields: { city: 'Graz', nights: 2 } }]]),
    );
  });
});

describe('the queue', () => {
  const row = (text: string) =>
    soon(() => {
      const one = [...box.querySelectorAll<HTMLElement>('.queue li')].find((li) =>
        li.textContent.includes(text),
      );
      if (one === undefined) throw new Error(`no row ${text}`);
      return one;
    });

  it('moves a row by Alt and an arrow, sends it now, rewords it', async () => {
    const asked = await open({ queued: ['one', 'two', 'three'] });
    const two = (await row('two')).querySelector('button');
    if (two === null) throw new Error('no buttons');
    press(two, 'ArrowUp', { altKey: true });
    press(two, 'ArrowDown', { altKey: true });
    (await row('two')).querySelector<HTMLElement>('[aria-label="Send now"]')?.click();
    (await row('two')).querySelector<HTMLElement>('[aria-label="Edit"]')?.click();
    const text = await soon(() => found<HTMLTextAreaElement>('.queue textarea'));
    type(text, 'two, reworded');
    press(text, 'Enter');
    await soon(() => expect(asked).toHaveLength(4));
    expect(asked).toEqual([
      ['change', 'asks-m4', { before: 'asks-m3' }],
      ['change', 'asks-m4', { before: null }],
      ['send', 'asks-m4'],
      ['change', 'asks-m4', { parts: [{ type: 'text', text: 'two, reworded' }] }],
    ]);
  });

  it('says so where a run had taken the message in, and gives nothing back into the box', async () => {
    await open({ queued: ['one'], refuse: true });
    (await row('one')).querySelector<HTMLElement>('[aria-label="Take back"]')?.click();
    await soon(() => found('[role=status]', 'A run had just taken this message in'));
    expect(found<HTMLTextAreaElement>('#message').value).toBe('');
  });
});

it('the todo list says how far it is, and opens to be ticked, reworded, lengthened and shortened', async () => {
  const asked = await open({ todo: true });
  const head = await soon(() => found('.todo button', '1 of 2 done'));
  head.click();
  (await soon(() => found('[role=checkbox]', 'look'))).click();
  found('.todo button', 'Remove: mend').click();
  found('.todo button', 'Edit: mend').click();
  const text = await soon(() => found<HTMLInputElement>('.todo input'));
  type(text, 'mend it');
  press(text, 'Enter');
  (await soon(() => found('.todo > button', 'Add an item'))).click();
  const item = await soon(() => found<HTMLInputElement>('.todo > input'));
  type(item, 'tell');
  press(item, 'Enter');
  await soon(() => expect(asked).toHaveLength(4));
  expect(asked).toEqual([
    ['todo', { type: 'set', id: 't1', status: 'pending' }],
    ['todo', { type: 'remove', id: 't2' }],
    ['todo', { type: 'set', id: 't2', text: 'mend it' }],
    ['todo', { type: 'add', text: 'tell' }],
  ]);
});
