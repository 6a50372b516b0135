// The storage page over the scripted host: a failure stands where the person looks.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { failure } from '../engine/failures.ts';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
import { startRouter } from './state/router.ts';
import { createUi } from './state/ui.ts';
import { createFakeHost } from './testing/fake-host.ts';

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

function open(more: Partial<HostApi>): void {
  location.hash = '#/settings/storage';
  startRouter();
  const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
  const ui = createUi({ ...fake, ...more });
  void ui.app.start();
  render(<App ui={ui} />, box);
}

function one<Found extends Element>(selector: string): Found {
  const found = box.querySelector<Found>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

function button(name: string): HTMLButtonElement {
  const found = [...box.querySelectorAll('button')].find((each) => each.textContent?.trim() === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
}

async function choose(): Promise<void> {
  const input = await soon(() => one<HTMLInputElement>('input[type="file"][accept*="zip"]'));
  const carrier = new DataTransfer();
  carrier.items.add(new File(['cut'], 'cut.zip'));
  input.files = carrier.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Beside what was pressed, in view, and lines instead of a column of words. */
async function expectAlertBeside(section: string): Promise<void> {
  const alert = await soon(() => one<HTMLElement>('[role="alert"]'));
  expect(alert.closest('section')?.querySelector('h2')?.textContent).toBe(section);
  await soon(() => {
    const { top, bottom, height, width } = alert.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    expect(width).toBeGreaterThan(250);
    expect(height).toBeLessThan(120);
  });
}

describe.each([1280, 390])('a restore that fails, at a width of %i', (width) => {
  beforeEach(() => page.viewport(width, 800));

  it('says of a damaged file so beside the button', async () => {
    open({ inspectBackup: async () => failure('bad-archive', 'cut') });
    await choose();
    await expectAlertBeside('Restore');
  });

  it('says of a wrong passphrase so beside the button', async () => {
    const counts = { sessions: 1, entries: 2, blobs: 0, accounts: 0, rules: 0, keys: 1, files: 0 };
    open({
      inspectBackup: async () => ({ at: 1, counts }),
      restoreBackup: async () => failure('wrong-passphrase', 'no'),
    });
    await choose();
    await soon(() => button('Restore').click());
    await expectAlertBeside('Restore');
  });
});
