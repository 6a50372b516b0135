// A second press on what was pressed already: nothing happens twice. Over the scripted host.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
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
});
