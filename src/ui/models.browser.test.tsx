// Connecting and steering models over the scripted host: every cause of the doctor has its words, a fetch can be
// stopped and go on, a model that can't take the session asks first.

import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostApi, PullStep } from '../protocol/host.ts';
import { App } from './app.tsx';
import { Doctor } from './components/doctor.tsx';
import { speak, wholeSpeech } from './i18n/text.ts';
import './i18n/later.ts';
import { startRouter } from './state/router.ts';
import { createUi, type Ui } from './state/ui.ts';
import { createFakeHost } from './testing/fake-host.ts';

const CAUSES = [
  'fine',
  'wrong-key',
  'key-missing',
  'no-credit',
  'browser-access-off',
  'pages-refused',
  'cors-refused',
  'local-network-denied',
  'local-network-unasked',
  'mixed-content',
  'port-closed',
  'no-network',
  'not-a-provider',
  'model-missing',
  'window-too-small',
  'server-trouble',
] as const;

let box: HTMLElement;
const soon = <Found,>(look: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(look, { timeout: 15_000 });

beforeEach(() => {
  localStorage.clear();
  box = document.createElement('div');
  document.body.append(box);
});
afterEach(async () => {
  render(null, box);
  box.remove();
  await speak('en');
});

function open(hash: string, change: (fake: HostApi) => Partial<HostApi> = () => ({})): Ui {
  location.hash = hash;
  startRouter();
  const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
  const ui = createUi({ ...fake, ...change(fake) });
  void ui.app.start();
  render(<App ui={ui} />, box);
  return ui;
}

function press(name: RegExp): void {
  const all = [...document.querySelectorAll<HTMLElement>('dialog button, main button, summary')];
  const match = all.find((one) => name.test(one.textContent ?? '') && !one.matches(':disabled'));
  if (match === undefined) throw new Error(`nothing is called ${name}`);
  match.click();
}

it.each(['en', 'ru', 'zh'] as const)(
  'each cause of the doctor has words of its own (%s)',
  async (language) => {
    await speak(language);
    await wholeSpeech();
    const said = CAUSES.map((cause) => {
      const diagnosis = { cause, host: 'a.example', command: 'do it' };
      render(<Doctor diagnosis={diagnosis} label="Ollama" system="linux" onSystem={() => undefined} />, box);
      expect(box.querySelector('pre')?.textContent).toBe('do it');
      return box.querySelector('.verdict')?.textContent ?? '';
    });
    expect(new Set(said).size).toBe(CAUSES.length);
    for (const text of said) expect(text).not.toMatch(/doctor\.|\{\w+\}/);
  },
);

it('the commands are for the person’s system, and another one can be chosen', async () => {
  const asked: string[] = [];
  open('#/settings/models', () => ({
    diagnose: (_, here) => {
      asked.push(here.system);
      return Promise.resolve({ cause: 'port-closed', host: 'h', command: `start on ${here.system}` });
    },
  }));
  await soon(() => press(/^Test$/));
  await soon(() => expect(box.querySelector('pre')?.textContent).toMatch(/^start on/));
  const windows = [...box.querySelectorAll('label')].find((one) => one.textContent === 'Windows');
  windows?.click();
  await soon(() => expect(box.querySelector('pre')?.textContent).toBe('start on windows'));
  expect(asked.at(-1)).toBe('windows');
});

it('a fetch shows how far it is, stops when it is told to, and goes on', async () => {
  let stopped = 0;
  let started = 0;
  const steps = (): AsyncIterable<PullStep> => ({
    [Symbol.asyncIterator]: () => {
      const all: PullStep[] = [{ type: 'progress', status: 'pulling', completed: 1e9, total: 4e9 }];
      return {
        next: () => {
          const value = all.shift();
          return value === undefined ? new Promise(() => undefined) : Promise.resolve({ done: false, value });
        },
        return: () => {
          stopped += 1;
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  });
  const ui = open('#/settings/models', (fake) => ({
    boot: async () => {
      const boot = await fake.boot();
      return { ...boot, accounts: boot.accounts.map((account) => ({ ...account, pulls: true })) };
    },
    pullModel: () => {
      started += 1;
      return Promise.resolve(steps());
    },
  }));
  await soon(() => press(/^Fetch a model$/));
  const field = await soon(() => {
    const input = box.querySelector<HTMLInputElement>('.pulls input');
    if (input === null) throw new Error('no field');
    return input;
  });
  field.value = 'qwen3:32b';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await soon(() => press(/^Fetch$/));
  await soon(() => expect(box.querySelector('.pull')?.textContent).toContain('1 GB of 4 GB'));
  press(/^Stop fetching$/);
  await soon(() => expect(stopped).toBe(1));
  await soon(() => press(/^Go on$/));
  await soon(() => expect(started).toBe(2));
  ui.connect.close();
});

it('the picker finds by typing; a model that can’t hold the session asks first', async () => {
  const setUps: unknown[] = [];
  const capabilities = { windowKnown: true, images: false, reasoning: false, local: true };
  open('#/s/finished', (fake) => ({
    boot: async () => {
      const boot = await fake.boot();
      const small = {
        name: 'local/small',
        label: 'small',
        account: 'local',
        capabilities: { ...capabilities, window: 100, tools: false },
      };
      const accounts = boot.accounts.map((account) => ({ ...account, models: [...account.models, small] }));
      return { ...boot, accounts, models: [...boot.models, small] };
    },
    setUp: (_, setup) => {
      setUps.push(setup);
      return Promise.resolve();
    },
  }));
  await soon(() => press(/^Model /));
  const search = await soon(() => {
    const input = document.querySelector<HTMLInputElement>('dialog [role="combobox"]');
    if (input === null) throw new Error('no search');
    return input;
  });
  search.value = 'sma';
  search.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await soon(() => expect(document.querySelectorAll('dialog [role="option"]')).toHaveLength(1));
  search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  await soon(() => expect(document.querySelector('dialog')?.textContent).toContain('It calls no tools'));
  expect(setUps).toEqual([]);
  press(/^Switch all the same$/);
  await soon(() => expect(setUps).toEqual([{ model: 'local/small' }]));
});
