// Dialogs: where the keyboard goes when they open and close, and that they belong to the page they were opened on.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { asId } from '../engine/ids.ts';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
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

const focusOf = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

describe('a dialog', () => {
  it('that renames has the keyboard in its field, the title selected', async () => {
    const ui = open('#/s/finished');
    await button('New session');
    ui.shelf.open({ type: 'rename', session: asId('finished') });
    const input = await soon(() => {
      const found = box.querySelector<HTMLInputElement>('#rename');
      if (found === null) throw new Error('no field');
      return found;
    });
    expect(document.activeElement).toBe(input);
    expect(input.selectionEnd).toBe(input.value.length);
    expect(input.maxLength).toBe(200);
  });

  it('that deletes names the session, begins at Cancel and goes with the page', async () => {
    const ui = open('#/s/finished');
    await button('New session');
    ui.shelf.open({ type: 'delete', session: asId('finished') });
    await soon(() => expect(focusOf()).toBe('Cancel'));
    const title = ui.app.sessions.value.find(({ session }) => session === 'finished')?.title ?? '?';
    expect(box.querySelector('dialog h2')?.textContent).toContain(title);
    location.hash = '#/archive';
    await soon(() => expect(box.querySelector('dialog')).toBeNull());
    expect(ui.shelf.sheet.value).toBeUndefined();
  });

  it('that connects begins at its first control, goes with the page and gives the focus back', async () => {
    const ui = open('#/s/finished');
    const opener = await button('New session');
    opener.focus();
    ui.connect.open();
    await soon(() => expect(box.querySelector('dialog')?.contains(document.activeElement)).toBe(true));
    expect(focusOf()).not.toBe('Close');
    ui.connect.close();
    await soon(() => expect(document.activeElement).toBe(opener));
    ui.connect.open();
    await soon(() => expect(box.querySelector('dialog')).not.toBeNull());
    location.hash = '#/archive';
    await soon(() => expect(box.querySelector('dialog')).toBeNull());
  });

  it('whose opener is gone leaves the keyboard with the message', async () => {
    const ui = open('#/s/finished');
    const opener = document.createElement('button');
    await button('New session');
    await soon(() => expect(document.getElementById('message')).not.toBeNull());
    box.append(opener);
    opener.focus();
    ui.connect.open();
    await soon(() => expect(box.querySelector('dialog')).not.toBeNull());
    opener.remove();
    ui.connect.close();
    await soon(() => expect(document.activeElement?.id).toBe('message'));
  });

  it('without controls does not begin at Close', async () => {
    const ui = open('#/s/finished');
    await button('New session');
    ui.commands.shown.value = 'shortcuts';
    await soon(() => expect(box.querySelector('dialog')?.contains(document.activeElement)).toBe(true));
    expect(focusOf()).not.toBe('Close');
  });
});

describe('the reason of a denial', () => {
  it('is put away by Escape, and nothing is answered', async () => {
    const answerApproval = vi.fn(() => Promise.resolve());
    open('#/s/waiting', { answerApproval });
    (await button('Say why')).click();
    const field = await soon(() => {
      const found = box.querySelector<HTMLInputElement>('.why input');
      if (found === null) throw new Error('no field');
      return found;
    });
    await new Promise((resolve) => setTimeout(resolve, 450));
    field.focus();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await soon(() => expect(box.querySelector('.why')).toBeNull());
    expect(answerApproval).not.toHaveBeenCalled();
    expect(box.querySelector('.ask')).not.toBeNull();
  });
});
