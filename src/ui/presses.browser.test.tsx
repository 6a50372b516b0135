// A second press on what was pressed already: nothing happens twice. Over the scripted host.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { asId } from '../engine/ids.ts';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
import { watchDoublePress } from './double-press.ts';
import { startRouter } from './state/router.ts';
import { createUi, type Ui } from './state/ui.ts';
import { createFakeHost } from './testing/fake-host.ts';

let box: HTMLElement;

const soon = <Found,>(look: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(look, { timeout: 15_000 });

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  box = document.createElement('div');
  document.body.append(box);
});

afterEach(() => {
  render(null, box);
  box.remove();
});

function open(hash: string, more: Partial<HostApi> = {}): Ui {
  location.hash = hash;
  startRouter();
  const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
  const ui = createUi({ ...fake, ...more });
  void ui.app.start();
  render(<App ui={ui} />, box);
  return ui;
}

const button = (name: string): Promise<HTMLElement> =>
  soon(() => {
    const found = [...box.querySelectorAll('button')].find(
      (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
    );
    if (found === undefined) throw new Error(`no button ${name}`);
    return found;
  });

describe('a double press', () => {
  it('on Regenerate asks for one reply', async () => {
    const regenerate = vi.fn(() => Promise.resolve());
    open('#/s/finished', { regenerate });
    const again = await button('Regenerate');
    again.click();
    again.click();
    expect(regenerate).toHaveBeenCalledTimes(1);
  });

  it('on Fork from here makes one fork', async () => {
    const fork = vi.fn<HostApi['fork']>((session) => Promise.resolve(session));
    open('#/s/finished', { fork });
    const forks = await button('Fork from here');
    forks.click();
    forks.click();
    expect(fork).toHaveBeenCalledTimes(1);
  });

  it('whose first press took the button away presses nothing else', () => {
    const pressed: string[] = [];
    const stop = watchDoublePress();
    const make = (name: string): HTMLButtonElement => {
      const made = document.createElement('button');
      made.textContent = name;
      made.addEventListener('click', () => pressed.push(name));
      box.append(made);
      return made;
    };
    const press = (target: Element, detail: number): boolean =>
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    const send = make('Send');
    press(send, 1);
    send.remove();
    const other = make('notes.md');
    press(other, 2);
    press(other, 1);
    press(other, 2);
    other.remove();
    press(make('notes.md'), 3);
    stop();
    expect(pressed).toEqual(['Send', 'notes.md', 'notes.md', 'notes.md']);
  });

  it('on Undo undoes once', async () => {
    const undo = vi.fn<HostApi['undo']>(() => Promise.resolve([]));
    const ui = open('#/s/finished', { undo });
    await button('Regenerate');
    const files = ui.current.value?.files;
    const run = ui.current.value?.room.view.value.run?.run;
    if (files === undefined || run === undefined) throw new Error('no run');
    await Promise.all([files.undo(run), files.undo(run)]);
    expect(undo).toHaveBeenCalledTimes(1);
  });
});

describe('what is left behind', () => {
  it('stays in the editor of a message', async () => {
    open('#/s/finished');
    (await button('Edit and run again')).click();
    const area = (): HTMLTextAreaElement => {
      const found = box.querySelector<HTMLTextAreaElement>('[aria-label="Edit message"]');
      if (found === null) throw new Error('no editor');
      return found;
    };
    const first = await soon(area);
    first.value = 'Half a thought';
    first.dispatchEvent(new InputEvent('input', { bubbles: true }));
    location.hash = '#/archive';
    await soon(() => expect(box.querySelector('[aria-label="Edit message"]')).toBeNull());
    location.hash = '#/s/finished';
    await soon(() => expect(area().value).toBe('Half a thought'));
    (await button('Cancel')).click();
    await soon(() => expect(box.querySelector('[aria-label="Edit message"]')).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.includes('draft-edit'))).toEqual([]);
  });

  it('trouble goes when another session comes, and the way back when it was taken', async () => {
    const ui = open('#/s/finished');
    await button('Regenerate');
    ui.app.trouble.value = { code: 'stale', message: '' };
    await soon(() => expect(box.querySelector('.toast')).not.toBeNull());
    const toast = box.querySelector('.toast')?.getBoundingClientRect();
    expect(box.querySelector('.app')?.getBoundingClientRect().top).toBeGreaterThanOrEqual(toast?.bottom ?? 0);
    location.hash = '#/s/waiting';
    await soon(() => expect(box.querySelector('.toast')).toBeNull());
    await ui.app.removeSession(asId('finished'));
    await soon(() => expect(box.querySelector('.toast')).not.toBeNull());
    await ui.shelf.restore(asId('finished'));
    await soon(() => expect(box.querySelector('.toast')).toBeNull());
  });
});
