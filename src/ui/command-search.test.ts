import { expect, test } from 'vitest';
import { best, commandOf, isPressed, keyNames, type Press } from './command-search.ts';
import type { Command } from './state/commands.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

const titles = ['New session', 'Theme: dark', 'Theme: light', 'Open settings: network', 'Тема: тёмная'];
const found = (question: string): readonly string[] =>
  best(question, titles, (title) => ({ title, more: title.startsWith('Theme') ? 'colour look' : '' }), 9);

test('every word must be found; a beginning counts more than a middle', () => {
  expect(found('')).toEqual(titles);
  expect(found('th da')).toEqual(['Theme: dark']);
  expect(found('ne')).toEqual(['New session', 'Open settings: network']);
  expect(found('session new')).toEqual(['New session']);
  expect(found('colour')).toEqual(['Theme: dark', 'Theme: light']);
  expect(found('темная')).toEqual(['Тема: тёмная']);
  expect(found('nothing')).toEqual([]);
});

test.each<[string, Press, boolean, boolean]>([
  ['Mod+k', press('k', { ctrlKey: true }), false, true],
  ['Mod+k', press('k', { metaKey: true }), true, true],
  ['Mod+k', press('k', { ctrlKey: true }), true, false],
  ['Mod+k', press('k'), false, false],
  ['Mod+k', press('K', { ctrlKey: true, shiftKey: true }), false, false],
  ['Mod+k', press('k', { ctrlKey: true, altKey: true }), false, false],
  ['Mod+k', press('л', { ctrlKey: true, code: 'KeyK' }), false, true],
  // A Dvorak keyboard: its own letter counts, not the place.
  ['Mod+k', press('t', { ctrlKey: true, code: 'KeyK' }), false, false],
  ['Mod+Shift+o', press('O', { ctrlKey: true, shiftKey: true }), false, true],
  ['Mod+.', press('ю', { ctrlKey: true, code: 'Period' }), false, true],
  ['?', press('?', { shiftKey: true }), false, true],
  ['?', press('?', { ctrlKey: true, shiftKey: true }), false, false],
])('%s is meant, or not (%#)', (keys, pressed, mac, meant) => {
  expect(isPressed(keys, pressed, mac)).toBe(meant);
});

const command = (id: string, keys: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'help',
  title: () => id,
  keys,
  run: () => undefined,
  ...more,
});

test('a plain key is a command only where nobody types; what can’t be done now is passed over', () => {
  const commands = [
    command('never', 'Mod+.', { when: () => false }),
    command('stop', 'Mod+.'),
    command('help', '?'),
  ];
  const here = { mac: false, typing: true };
  expect(commandOf(commands, press('?'), here)).toBeUndefined();
  expect(commandOf(commands, press('?'), { ...here, typing: false })?.id).toBe('help');
  expect(commandOf(commands, press('.', { ctrlKey: true }), here)?.id).toBe('stop');
});

test('keys are named as they stand on the keyboard', () => {
  expect(keyNames('Mod+Shift+o', false)).toEqual(['Ctrl', 'Shift', 'O']);
  expect(keyNames('Mod+k', true)).toEqual(['⌘', 'K']);
});
