// Settings of any age and damage come out valid.

import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, readSettings } from './settings.ts';

it('settings from before roles keep all they had, and get no roles', () => {
  const { roles: _, fallbacks: __, ...rest } = DEFAULT_SETTINGS;
  const before = { ...rest, version: 1, theme: 'dark', model: 'ollama/qwen3:8b' };
  expect(readSettings(before)).toEqual({
    ...DEFAULT_SETTINGS,
    version: 2,
    theme: 'dark',
    model: 'ollama/qwen3:8b',
    roles: {},
    fallbacks: [],
  });
});

it('those that take over keep their order, each once', () => {
  const fallbacks = ['b/m', 7, '', 'a/m', 'b/m'];
  expect(readSettings({ ...DEFAULT_SETTINGS, fallbacks }).fallbacks).toEqual(['b/m', 'a/m']);
});

it('roles keep the names of models, and nothing else', () => {
  const roles = { title: 'groq/small', critic: '', planner: 7, main: 'x/y', nobody: 'a/b' };
  expect(readSettings({ ...DEFAULT_SETTINGS, roles }).roles).toEqual({ title: 'groq/small' });
});

it.each([null, 7, 'x', { roles: null, theme: 'pink', maxTurns: -1 }])(
  '%j comes out as the defaults',
  (stored) => {
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
  },
);
