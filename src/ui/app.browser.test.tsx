// The page over the scripted host: what a person does, and what must not happen to them.

import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalAnswer } from '../engine/events.ts';
import type { HostApi } from '../protocol/host.ts';
import { failure, FailureError } from '../engine/failures.ts';
import { App } from './app.tsx';
import { lazy } from './components/lazy.tsx';
import { UiContext } from './context.ts';
import { startRouter } from './state/router.ts';
import { beginStart, endStart, mayReload } from './state/starts.ts';
import { createUi } from './state/ui.ts';
import { createFakeHost } from './testing/fake-host.ts';

let box: HTMLElement;

/** Waits for what must come; how long that takes is the machine's affair. */
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

interface Opened {
  readonly host: HostApi;
  readonly sent: string[];
  readonly answers: ApprovalAnswer[];
}

async function open(
  hash: string,
  options: { readonly sessions?: boolean; readonly follower?: boolean } = {},
): Promise<Opened> {
  location.hash = hash;
  startRouter();
  const sent: string[] = [];
  const answers: ApprovalAnswer[] = [];
  const fake = createFakeHost({
    sessions: options.sessions ?? true,
    follower: options.follower ?? false,
    stream: 0,
    settings: {},
  });
  const host: HostApi = {
    ...fake,
    send: (session, message) => {
      sent.push(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
      return fake.send(session, message);
    },
    answerApproval: (session, approval, hash_, answer) => {
      answers.push(answer);
      return fake.answerApproval(session, approval, hash_, answer);
    },
  };
  const ui = createUi(host);
  void ui.app.start();
  render(<App ui={ui} />, box);
  return { host, sent, answers };
}

const message = () => soon(() => found<HTMLTextAreaElement>('textarea'));

function found<Found extends Element>(selector: string): Found {
  const element = box.querySelector<Found>(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
}

function named(name: string): HTMLElement {
  const all = [...box.querySelectorAll<HTMLElement>('button, a, [role="tab"]')];
  const match = all.find((element) => {
    const label = element.getAttribute('aria-label');
    const words = [...element.childNodes]
      .filter((node) => !(node instanceof Element && node.getAttribute('aria-hidden') === 'true'))
      .map((node) => node.textContent)
      .join('');
    return (label ?? words).trim() === name;
  });
  if (match === undefined) throw new Error(`nothing is called ${name}`);
  return match;
}

function type(area: HTMLTextAreaElement, text: string): void {
  area.value = text;
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function press(target: Element, key: string, more: KeyboardEventInit = {}): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
}

describe('the composer', () => {
  it('holds an example on the first screen, which Enter sends', async () => {
    const { sent } = await open('#/', { sessions: false });
    const area = await message();
    await soon(() => expect(area.value).not.toBe(''));
    const text = area.value;
    press(area, 'Enter');
    await soon(() => expect(sent).toEqual([text]));
  });

  it('sends nothing while a word is being composed', async () => {
    const { sent } = await open('#/s/finished');
    const area = await message();
    type(area, '潮高');
    press(area, 'Enter', { isComposing: true });
    press(area, 'Enter', { keyCode: 229 });
    press(area, 'Enter', { shiftKey: true });
    expect(sent).toEqual([]);
    press(area, 'Enter');
    await soon(() => expect(sent).toEqual(['潮高']));
  });

  it('keeps a draft over a reload and forgets it once it is sent', async () => {
    const { sent } = await open('#/s/finished');
    type(await message(), 'not yet');
    render(null, box);
    await open('#/s/finished');
    expect((await message()).value).toBe('not yet');
    press(await message(), 'Enter');
    await soon(async () => expect((await message()).value).toBe(''));
    expect(sent).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toContain('not yet');
  });

  it('gives a queued message back into the box', async () => {
    await open('#/s/waiting');
    await soon(() => named('Take back')).then((button) => button.click());
    await soon(async () => expect((await message()).value).toContain('29 февраля'));
    await soon(() => expect(box.querySelector('.next-up')).toBeNull());
  });
});

describe('an approval', () => {
  const card = () => soon(() => found<HTMLElement>('[role="group"][aria-label="Approval"]'));

  it('takes the keyboard from someone who is not typing, after its dead time', async () => {
    await open('#/s/waiting');
    await card();
    await soon(() => expect(document.activeElement).toBe(named('Allow once')));
  });

  it('leaves someone alone who is in the middle of a word', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      await open('#/s/waiting');
      const area = await message();
      area.focus();
      type(area, 'wait, I am');
      await card();
      await soon(() => named('Allow once'));
      vi.advanceTimersByTime(5_000);
      expect(document.activeElement).toBe(area);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is denied by Enter in its reason, which goes along', async () => {
    const { answers } = await open('#/s/waiting');
    await card();
    await soon(() => expect(document.activeElement).toBe(named('Allow once')));
    await soon(() => named('Say why')).then((button) => button.click());
    const input = await soon(() => found<HTMLInputElement>('.why input'));
    input.value = 'not this file';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    press(input, 'Enter');
    await soon(() => expect(answers).toEqual([{ type: 'deny', by: 'person', reason: 'not this file' }]));
  });

  it('of something that cannot be undone has no default: the focus is on the card, Enter allows nothing', async () => {
    const { answers } = await open('#/s/irreversible');
    const shown = await card();
    await soon(() => expect(document.activeElement).toBe(shown));
    press(shown, 'Enter');
    press(shown, ' ');
    expect(answers).toEqual([]);
    expect(shown.textContent).toContain('U+202E');
    expect(() => named('Always allow')).toThrow();
    press(shown, 'Escape');
    await soon(() => expect(answers).toEqual([{ type: 'deny', by: 'person' }]));
  });

  it('is answered once, however often it is pressed', async () => {
    const { answers } = await open('#/s/waiting');
    await card();
    const button = await soon(() => named('Allow once'));
    button.click();
    button.click();
    await soon(() => expect(box.querySelector('[aria-label="Approval"]')).toBeNull());
    expect(answers).toEqual([{ type: 'allow', scope: 'once' }]);
  });
});

describe('names', () => {
  it('of articles begin with their author, tool lines with the tool', async () => {
    await open('#/s/finished');
    await soon(() => expect(box.querySelectorAll('article')).toHaveLength(4));
    const names = [...box.querySelectorAll('article')].map(
      (article) => article.getAttribute('aria-label') ?? '',
    );
    expect(names.map((name) => name.split(',')[0])).toEqual(['You', 'Rehearsal', 'You', 'Rehearsal']);
    const lines = [...box.querySelectorAll('[role="log"] [aria-label^="Tool "]')].map((line) =>
      line.getAttribute('aria-label'),
    );
    expect(lines).toEqual([
      'Tool read_file 4 files',
      'Tool grep_files toISOString',
      'Tool read_file src/import/dates.ts',
      'Tool edit_file src/import/parse-date.ts',
      'Tool write_file test/import/parse-date.test.ts',
    ]);
  });

  it('offer Continue and Discard, and what is unknown, after a crash', async () => {
    await open('#/s/interrupted');
    await soon(() => named('Continue'));
    for (const name of ['Discard', 'It ran', 'It did not run', 'Check']) expect(named(name)).toBeTruthy();
    named('It ran').click();
    await soon(() => expect(box.querySelector('[aria-label="Unknown call"]')).toBeNull());
  });

  it('a follower is told so, can answer what is asked, and can take the session over', async () => {
    const { host } = await open('#/s/waiting', { follower: true });
    await soon(() => expect(box.textContent).toContain('another tab'));
    for (const name of ['Allow once', 'Deny', 'Stop']) expect(named(name)).toBeTruthy();
    const takeOver = vi.spyOn(host, 'takeOver');
    named('Take over').click();
    expect(takeOver).toHaveBeenCalledOnce();
    await soon(() => expect(box.textContent).not.toContain('another tab'));
  });
});

describe('a deleted session', () => {
  it('makes room for another one at once', async () => {
    await open('#/s/finished');
    await soon(() => named('More about this session')).then((button) => button.click());
    await soon(() => named('Delete session')).then((button) => button.click());
    await soon(() => named('Delete')).then((button) => button.click());
    await soon(() => expect(location.hash).not.toContain('finished'));
    await soon(() => expect(found('h1').textContent).not.toContain('harbours'));
    expect(box.querySelector('[href="#/s/finished"]')).toBeNull();
  });
});

describe('a connect link', () => {
  it('fills the sheet, asks nobody, and leaves the address without its key', async () => {
    const { host } = await open(
      '#/connect?provider=openai-compatible&baseUrl=http%3A%2F%2F127.0.0.1%3A9%2Fv1&model=m&key=sk-secret',
    );
    expect(location.href).not.toContain('sk-secret');
    const connect = vi.spyOn(host, 'connect');
    await soon(() => expect(document.querySelector('dialog')).not.toBeNull());
    const values = await soon(() => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>('dialog input')].map(
        ({ value }) => value,
      );
      expect(inputs).toContain('sk-secret');
      return inputs;
    });
    expect(values).toEqual(['http://127.0.0.1:9/v1', 'm', 'sk-secret']);
    expect(connect).not.toHaveBeenCalled();
    expect(JSON.stringify(localStorage)).not.toContain('sk-secret');
  });
});

describe('a start that fails', () => {
  const start = (host: HostApi, failedBefore = 0): ReturnType<typeof createUi> => {
    location.hash = '#/';
    startRouter();
    const ui = createUi(host, failedBefore);
    void ui.app.start();
    render(<App ui={ui} />, box);
    return ui;
  };
  const fake = (): HostApi => createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });

  it('says what happened, what was kept and what to do, and leads to the recovery page', async () => {
    start({ ...fake(), boot: () => Promise.reject(new FailureError(failure('storage-unavailable', ''))) });
    const said = await soon(() => found<HTMLElement>('[role="alert"]').innerText);
    for (const words of ['lets Bowline keep nothing here', 'Nothing was changed or lost', 'normal window'])
      expect(said).toContain(words);
    expect(named('Recovery page').getAttribute('href')).toMatch(/recovery\.html$/);
  });

  it('goes on by itself once the tab that held the database has closed', async () => {
    let held = true;
    const host = fake();
    const ui = start({
      ...host,
      boot: () => (held ? Promise.reject(new FailureError(failure('storage-blocked', ''))) : host.boot()),
    });
    await soon(() => named('Try again'));
    held = false;
    await soon(() => found('textarea'));
    expect(ui.app.failed.value).toBeUndefined();
  });

  it('shows the way out early after two failed starts in a row', async () => {
    start({ ...fake(), boot: () => new Promise(() => undefined) }, 2);
    await soon(() => named('Recovery page'));
  });
});

describe('a chunk that can not be had', () => {
  it('is said where it would stand, with a way to reload', async () => {
    const Part = lazy(() => Promise.reject(new TypeError('gone')));
    const ui = createUi(createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} }));
    // A reload was tried a moment ago and did not help.
    localStorage.setItem('bowline.reloaded', JSON.stringify({ at: Date.now(), build: 'dev' }));
    render(
      <UiContext.Provider value={ui}>
        <Part />
      </UiContext.Provider>,
      box,
    );
    await soon(() => named('Reload'));
    expect(found('[role="alert"]').textContent).toContain('what you wrote is kept');
    expect(ui.app.trouble.value?.code).toBe('chunk-missing');
  });

  it('costs one reload, not two, and none where it could not be remembered', () => {
    expect(mayReload(1_000_000)).toBe(true);
    expect(mayReload(1_000_001)).toBe(false);
    expect(mayReload(1_500_000)).toBe(false);
    expect(mayReload(1_700_000)).toBe(true);
  });
});

describe('starts', () => {
  it('count as failed until they come to an end', () => {
    expect([beginStart(), beginStart(), beginStart()]).toEqual([0, 1, 2]);
    endStart();
    expect(beginStart()).toBe(0);
  });
});

describe('storage that is full', () => {
  it('is said with the way to where room can be made', async () => {
    const ui = createUi(createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} }));
    void ui.app.start();
    location.hash = '#/';
    startRouter();
    render(<App ui={ui} />, box);
    await message();
    ui.app.trouble.value = failure('storage-full', '');
    const link = await soon(() => named('Storage'));
    expect(link.getAttribute('href')).toBe('#/settings/storage');
    expect(box.querySelector('.toasts')?.textContent).toContain('no room left');
  });
});
