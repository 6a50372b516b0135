// Palette, shortcuts and completion by keyboard alone, over the scripted host.

import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { App } from './app.tsx';
import { startRouter } from './state/router.ts';
import { createUi, type Ui } from './state/ui.ts';
import { createFakeHost } from './testing/fake-host.ts';

let box: HTMLElement;
const sent: string[] = [];

const soon = <Found,>(look: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(look, { timeout: 15_000 });

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  box = document.createElement('div');
  document.body.append(box);
});

afterEach(() => {
  render(null, box);
  box.remove();
});

/** The page once its shortcuts work, with the text box of the message. */
async function open(hash = '#/'): Promise<{ readonly ui: Ui; readonly message: HTMLTextAreaElement }> {
  location.hash = hash;
  startRouter();
  const fake = createFakeHost({ sessions: true, follower: false, stream: 0, settings: {} });
  const ui = createUi({
    ...fake,
    send: (session, message) => {
      sent.push(message.parts.map((part) => (part.type === 'text' ? part.text : part.name)).join('|'));
      return fake.send(session, message);
    },
  });
  void ui.app.start();
  render(<App ui={ui} />, box);
  await soon(() => expect(ui.commands.all.value.length).toBeGreaterThan(10));
  const message = await soon(() => one<HTMLTextAreaElement>('textarea'));
  return { ui, message };
}

function one<Found extends Element>(selector: string): Found {
  const element = box.querySelector<Found>(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
}

const options = (): readonly string[] =>
  [...box.querySelectorAll('[role="option"]')].map((option) => option.textContent ?? '');
/** The option that assistive technology is told of from the text field. */
const active = (field: Element): string =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';

it('the palette opens by its key, finds by letters, moves by arrows and does what Enter says', async () => {
  const { ui } = await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await soon(() => one<HTMLInputElement>('[role="combobox"]'));
  await soon(() => expect(document.activeElement).toBe(field));
  expect(box.querySelector('dialog')?.getAttribute('aria-label')).toBe('Command palette');
  expect(active(field)).toBe(options()[0]);
  await userEvent.keyboard('theme');
  await soon(() => expect(options()).toHaveLength(3));
  expect(options()[2]).toContain('Search messages for “theme”');
  expect(active(field)).toContain('Theme: Light');
  await userEvent.keyboard('{ArrowDown}');
  await soon(() => expect(active(field)).toContain('Theme: Dark'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await soon(() => expect(active(field)).toContain('Theme: Light'));
  await userEvent.keyboard('{ArrowDown}');
  await soon(() => expect(active(field)).toContain('Theme: Dark'));
  await userEvent.keyboard('{Enter}');
  await soon(() => expect(ui.app.settings.value?.theme).toBe('dark'));
  expect(box.querySelector('dialog')).toBeNull();
});

it('its key closes the palette again, and Escape does', async () => {
  await open();
  await userEvent.keyboard('{Control>}k{/Control}');
  await soon(() => one('[role="combobox"]'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await soon(() => expect(box.querySelector('dialog')).toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  await soon(() => one('[role="combobox"]'));
  await userEvent.keyboard('{Escape}');
  await soon(() => expect(box.querySelector('dialog')).toBeNull());
});

it('a question mark lists the shortcuts where nobody types, and is a question mark where somebody does', async () => {
  const { message } = await open();
  await userEvent.click(message);
  await userEvent.fill(message, '');
  await userEvent.keyboard('?');
  await soon(() => expect(message.value).toBe('?'));
  expect(box.querySelector('dialog')).toBeNull();
  message.blur();
  await userEvent.keyboard('?');
  await soon(() => expect(one('dialog').textContent).toContain('Stop the run'));
  await userEvent.keyboard('{Escape}');
  await soon(() => expect(box.querySelector('dialog')).toBeNull());
  await userEvent.keyboard('/');
  await soon(() => expect(document.activeElement).toBe(message));
});

it('a file of the workspace is completed by Enter, which sends nothing; the next Enter sends', async () => {
  const { message } = await open();
  await userEvent.click(message);
  await userEvent.fill(message, '');
  await userEvent.keyboard('Look at #');
  await soon(() => expect(options().length).toBeGreaterThan(0));
  expect(active(message)).toBe(options()[0]);
  expect(message.getAttribute('aria-autocomplete')).toBe('list');
  await userEvent.keyboard('{Enter}');
  await soon(() => expect(options()).toHaveLength(0));
  expect(sent).toEqual([]);
  expect(message.value).toMatch(/^Look at \S+ $/);
  expect(message.hasAttribute('aria-activedescendant')).toBe(false);
  await userEvent.keyboard('{Enter}');
  await soon(() => expect(sent).toHaveLength(1));
});

it('a command is done from the message by its name, and leaves no text behind', async () => {
  const { ui, message } = await open();
  await userEvent.click(message);
  await userEvent.fill(message, '');
  await userEvent.keyboard('/theme-d');
  await soon(() => expect(options()).toHaveLength(1));
  await userEvent.keyboard('{Tab}');
  await soon(() => expect(ui.app.settings.value?.theme).toBe('dark'));
  expect(message.value).toBe('');
  expect(sent).toEqual([]);
});

it('Escape closes completion; a slash in the middle is text', async () => {
  const { message } = await open();
  await userEvent.click(message);
  await userEvent.fill(message, '');
  await userEvent.keyboard('@');
  await soon(() => expect(options()).toHaveLength(1));
  await userEvent.keyboard('{Escape}');
  await soon(() => expect(options()).toHaveLength(0));
  await userEvent.fill(message, '');
  await userEvent.keyboard('and /new');
  expect(options()).toHaveLength(0);
});

it('what could not be attached says so and keeps the rest; what is ready is sent', async () => {
  const { ui } = await open();
  const composer = await soon(() => {
    const found = ui.current.value?.composer;
    if (found === undefined) throw new Error('no session');
    return found;
  });
  composer.write('');
  await composer.attach([new File(['a'], 'huge.bin'), new File(['b'], 'notes.txt')], undefined);
  await soon(() => expect(one('.tray').textContent).toContain('Not attached'));
  expect(composer.canSend.value).toBe(true);
  await userEvent.click(one('textarea'));
  await userEvent.keyboard('{Enter}');
  await soon(() => expect(sent).toEqual(['notes.txt']));
  expect(composer.attached.value).toEqual([]);
});
