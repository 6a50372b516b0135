// The rail, the search and the message actions over the scripted host.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
import { startRouter } from './state/router.ts';
import { createUi } from './state/ui.ts';
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

function open(hash: string, more: Partial<HostApi> = {}): HostApi {
  location.hash = hash;
  startRouter();
  const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
  const host: HostApi = { ...fake, ...more };
  const ui = createUi(host);
  void ui.app.start();
  render(<App ui={ui} />, box);
  return host;
}

function one<Found extends Element>(selector: string): Found {
  const found = box.querySelector<Found>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

const link = (session: string): HTMLElement => one(`.session-row [href="#/s/${session}"]`);

function button(name: string, within: ParentNode = box): HTMLElement {
  const all = [...within.querySelectorAll<HTMLElement>('button, [role="menuitem"]')];
  const found = all.find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() === name,
  );
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
}

const press = (key: string): void => {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
};

/** Opens it again where something else took the focus from it. */
const menuOf = (session: string): Promise<HTMLElement> =>
  soon(() => {
    if (box.querySelector('[role="menu"]') === null)
      link(session).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    return one<HTMLElement>('[role="menu"]');
  });

const groups = (): readonly string[] => [...box.querySelectorAll('.rail h2')].map((name) => name.textContent);

describe('the rail', () => {
  it('opens the menu of a row by the menu key, and gives the focus back on Escape', async () => {
    open('#/s/finished');
    const row = await soon(() => link('finished'));
    row.focus();
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await soon(() => expect(document.activeElement?.textContent).toBe('Rename'));
    press('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Pin');
    press('Escape');
    expect(document.activeElement).toBe(link('finished'));
    await soon(() => expect(box.querySelector('[role="menu"]')).toBeNull());
  });

  it('puts pinned sessions first and archived ones away', async () => {
    open('#/s/finished');
    await menuOf('interrupted').then((menu) => button('Pin', menu).click());
    await soon(() => expect(groups()[0]).toBe('Pinned'));
    await menuOf('interrupted').then((menu) => button('Archive', menu).click());
    await soon(() => expect(groups()[0]).not.toBe('Pinned'));
    expect(box.querySelector('.session-row [href="#/s/interrupted"]')).toBeNull();
  });

  it('says why a running session can not be deleted', async () => {
    open('#/s/finished');
    const row = await soon(() => link('waiting'));
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    const item = await soon(() => one<HTMLElement>('[role="menuitem"]:last-child'));
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('A run is on');
    item.click();
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('draws the first of two thousand sessions, and the rest as one comes near', async () => {
    const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
    const boot = await fake.boot();
    const [head] = boot.sessions;
    if (head === undefined) throw new Error('no session');
    const many = Array.from({ length: 2000 }, (_, at) => ({
      ...head,
      session: `many-${at}` as typeof head.session,
      title: `Session ${at}`,
      updatedAt: Date.now() - at * 3_600_000,
    }));
    open('#/archive', { boot: () => Promise.resolve({ ...boot, sessions: many }) });
    const drawn = (): number => box.querySelectorAll('.session-row').length;
    await soon(() => expect(drawn()).toBeGreaterThan(50));
    expect(drawn()).toBeLessThan(600);
    const list = one<HTMLElement>('.rail section');
    await soon(() => {
      list.scrollTop = list.scrollHeight;
      expect(drawn()).toBe(2000);
    });
    // Many months, each named once.
    expect(new Set(groups()).size).toBe(groups().length);
  });
});

describe('an address of no session', () => {
  it('says so, and leads to a new one', async () => {
    open('#/s/nowhere');
    await soon(() => expect(one('main h1').textContent).toBe('No such session'));
    button('New session', one('main')).click();
    await soon(() => expect(box.querySelector('main textarea')).not.toBeNull());
    expect(location.hash).toMatch(/^#\/s\/[0-9a-f-]{36}$/);
  });
});

describe('the search', () => {
  it('shows where the words stand and goes to the message', async () => {
    open('#/s/waiting');
    await soon(() => button('Search')).then((row) => row.click());
    const input = await soon(() => one<HTMLInputElement>('.search input'));
    input.value = 'Greenwich';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const hit = await soon(() => one<HTMLElement>('[role="option"]'));
    expect(hit.querySelector('mark')?.textContent).toBe('Greenwich');
    await soon(() => expect(input.getAttribute('aria-activedescendant')).toBe(hit.id));
    input.focus();
    press('Enter');
    await soon(() => expect(box.querySelector('dialog')).toBeNull());
    await soon(() => expect(document.activeElement?.textContent).toContain('Greenwich'));
    expect(CSS.highlights.get('hit')?.size).toBeGreaterThan(0);
  });
});

describe('a message', () => {
  it('is copied as Markdown and as rich text', async () => {
    const items: ClipboardItem[] = [];
    vi.spyOn(navigator.clipboard, 'write').mockImplementation((written) => {
      items.push(...written);
      return Promise.resolve();
    });
    open('#/s/finished');
    const article = await soon(() => one<HTMLElement>('article:not(.me):has(.acts .btn)'));
    button('Copy', article).click();
    const item = await soon(() => {
      const [first] = items;
      if (first === undefined) throw new Error('nothing copied');
      return first;
    });
    expect([...item.types].toSorted()).toEqual(['text/html', 'text/plain']);
    const html = await (await item.getType('text/html')).text();
    expect(html).toContain('<p');
    expect(html).not.toMatch(/class=|tabindex/);
    await soon(() => expect(article.textContent).toContain('Copied'));
  });

  it('of the person becomes an editor and back', async () => {
    const said: string[] = [];
    open('#/s/finished', {
      editMessage: (_, __, message) => {
        said.push(...message.parts.map((part) => (part.type === 'text' ? part.text : part.type)));
        return Promise.resolve();
      },
    });
    const mine = await soon(() => one<HTMLElement>('article.me:has(.acts .btn)'));
    button('Edit and run again', mine).click();
    const area = await soon(() => one<HTMLTextAreaElement>('[aria-label="Edit message"]'));
    expect(document.activeElement).toBe(area);
    press('Escape');
    await soon(() => expect(box.querySelector('[aria-label="Edit message"]')).toBeNull());
    await soon(() => button('Edit and run again', one('article.me'))).then((edit) => edit.click());
    const again = await soon(() => one<HTMLTextAreaElement>('[aria-label="Edit message"]'));
    again.value = 'Otherwise.';
    again.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    button('Run again').click();
    await soon(() => expect(said).toEqual(['Otherwise.']));
  });

  it('that is very long is folded, and what can not be seen is named', async () => {
    const long = `Look at invoice\u202efdp.exe\n${'line\n'.repeat(40_000)}the end`;
    const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
    open('#/s/finished', {
      openSession: async (session, window) => {
        const opened = await fake.openSession(session, window);
        if (opened === undefined) return undefined;
        const [first, ...rest] = opened.entries;
        if (first?.event.type !== 'message') return opened;
        const event = { ...first.event, parts: [{ type: 'text', text: long } as const] };
        return { ...opened, entries: [{ ...first, event }, ...rest] };
      },
    });
    const mine = await soon(() => one<HTMLElement>('article.me'));
    await soon(() => expect(mine.textContent).toContain('U+202E'));
    expect(mine.textContent).not.toContain('the end');
    button('Show all, 195 kB', mine).click();
    await soon(() => expect(mine.textContent).toContain('the end'));
  });
});
