import { expect, test } from 'vitest';
import { createImeWatch, isSendKey, type KeyPress } from './ime.ts';

type Step =
  | { readonly is: 'start' | 'end'; readonly at: number }
  | ({ readonly is: 'key'; readonly at: number } & Partial<KeyPress>);

const press = (at: number, more: Partial<KeyPress> = {}): KeyPress => ({
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  timeStamp: at,
  ...more,
});

/** Times at which the message was sent. */
function sends(steps: readonly Step[]): readonly number[] {
  const ime = createImeWatch();
  const sent: number[] = [];
  for (const step of steps) {
    if (step.is === 'key') {
      const key = press(step.at, step);
      if (isSendKey(key, false) && !ime.takes(key)) sent.push(step.at);
    } else if (step.is === 'start') ime.start();
    else ime.end(step.at);
  }
  return sent;
}

const composition: readonly Step[] = [
  { is: 'key', at: 0, key: 'Process', keyCode: 229 },
  { is: 'start', at: 1 },
  { is: 'key', at: 100, key: 'Process', keyCode: 229, isComposing: true },
];
/** A press of its own, later. */
const again: Step = { is: 'key', at: 1_000 };

test.each<[string, readonly Step[]]>([
  [
    'Chrome: the key, then the end',
    [
      { is: 'key', at: 200, keyCode: 229, isComposing: true },
      { is: 'end', at: 201 },
    ],
  ],
  [
    'Chrome on Windows: Process',
    [
      { is: 'key', at: 200, key: 'Process', keyCode: 229, isComposing: true },
      { is: 'end', at: 201 },
    ],
  ],
  [
    'Chrome, older: no code of its own',
    [
      { is: 'key', at: 200, isComposing: true },
      { is: 'end', at: 201 },
    ],
  ],
  [
    'Firefox: the key, then the end',
    [
      { is: 'key', at: 200, keyCode: 229, isComposing: true },
      { is: 'end', at: 202 },
    ],
  ],
  [
    'Firefox: isComposing and the plain code',
    [
      { is: 'key', at: 200, keyCode: 13, isComposing: true },
      { is: 'end', at: 200 },
    ],
  ],
  [
    'Safari: the end, then the key',
    [
      { is: 'end', at: 200 },
      { is: 'key', at: 201, keyCode: 229 },
    ],
  ],
  [
    'Safari, older: the end, then the plain code',
    [
      { is: 'end', at: 200 },
      { is: 'key', at: 200, keyCode: 13 },
    ],
  ],
  [
    'a keyboard that says nothing but start and end',
    [
      { is: 'key', at: 200, keyCode: 13 },
      { is: 'end', at: 203 },
    ],
  ],
])('Enter that ends a composition never sends, the next one does: %s', (_name, ending) => {
  expect(sends([...composition, ...ending])).toEqual([]);
  expect(sends([...composition, ...ending, again])).toEqual([1_000]);
});

test('a composition that is given up leaves Enter as it was', () => {
  expect(
    sends([
      ...composition,
      { is: 'key', at: 200, key: 'Escape', keyCode: 229, isComposing: true },
      { is: 'end', at: 201 },
      again,
    ]),
  ).toEqual([1_000]);
});

test.each<[string, Partial<KeyPress>, boolean, boolean]>([
  ['Enter', {}, false, true],
  ['Shift and Enter', { shiftKey: true }, false, false],
  ['Alt and Enter', { altKey: true }, false, false],
  ['Ctrl and Enter', { ctrlKey: true }, false, true],
  ['Enter on a touch keyboard', {}, true, false],
  ['Cmd and Enter there', { metaKey: true }, true, true],
  ['another key', { key: 'a', keyCode: 65 }, false, false],
])('%s sends or is a new line', (_name, more, touch, sent) => {
  expect(isSendKey(press(0, more), touch)).toBe(sent);
});
