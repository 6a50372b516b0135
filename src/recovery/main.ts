// The recovery page: its own entry, without any of the app's code. It shows what is stored, saves it, fetches the app
// anew, deletes everything; each only at a press.

import {
  cleanStored,
  diagnosticLines,
  DIAGNOSTICS_DB,
  DIAGNOSTICS_STORE,
} from '../features/diagnostics/forms.ts';
import type { Language } from '../features/settings.ts';
import { button, element, save } from './elements.ts';
import { eraseEverything, forgetApp } from './erase.ts';
import { exportEverything } from './everything.ts';
import { BUILD, DATABASE, type Fact, gatherFacts, languageOf, rememberedLook } from './facts.ts';
import { nameOf, openAsIs, recordsOf } from './raw.ts';
import { say, type Word } from './words.ts';
import './recovery.css';

const look = rememberedLook();
const language: Language = languageOf(look.language);
const t = (word: Word, values?: Readonly<Record<string, string | number>>): string =>
  say(language, word, values);

const busy = new Set<HTMLButtonElement>();
const told = new Map<string, HTMLElement>();
const day = (): string => new Date().toISOString().slice(0, 10);

/** Where a section says what became of a press. */
function answer(section: string): HTMLElement {
  const place = told.get(section) ?? element('p', { role: 'status' });
  told.set(section, place);
  return place;
}

async function guarded(
  pressed: HTMLButtonElement,
  section: string,
  failed: Word,
  work: (tell: (text: string) => void) => Promise<void>,
): Promise<void> {
  if (busy.has(pressed)) return;
  busy.add(pressed);
  pressed.disabled = true;
  const tell = (text: string): void => {
    answer(section).textContent = text;
  };
  try {
    await work(tell);
  } catch (thrown) {
    tell(t(failed, { why: nameOf(thrown) }));
  } finally {
    busy.delete(pressed);
    pressed.disabled = false;
  }
}

async function exportAll(tell: (text: string) => void): Promise<void> {
  const opened = await Promise.all([openAsIs(DATABASE), openAsIs(DIAGNOSTICS_DB)]);
  const databases = opened.flatMap((found) => (found.state === 'ok' ? [found.db] : []));
  try {
    const { zip, records, blobs, files } = await exportEverything(databases, {
      build: BUILD,
      now: Date.now(),
      reading: (store) => tell(t('save.busy', { store })),
    });
    save(`bowline-raw-${day()}.zip`, zip);
    tell(t('save.done', { n: records, blobs, files }));
  } finally {
    for (const db of databases) db.close();
  }
}

async function exportLog(): Promise<void> {
  const opened = await openAsIs(DIAGNOSTICS_DB);
  const events = [];
  if (opened.state === 'ok') {
    for await (const { value } of recordsOf(opened.db, DIAGNOSTICS_STORE)) {
      const event = cleanStored(value);
      if (event !== undefined) events.push(event);
    }
    opened.db.close();
  }
  const lines = diagnosticLines(events, Date.now());
  save(`bowline-diagnostics-${day()}.jsonl`, new Blob([lines], { type: 'application/jsonl' }));
}

function section(id: string, title: Word, ...children: readonly (Node | string)[]): HTMLElement {
  return element('section', { 'aria-labelledby': id }, element('h2', { id }, t(title)), ...children);
}

function foundSection(facts: readonly Fact[]): HTMLElement {
  const rows = facts.flatMap(({ name, value }) => [element('dt', {}, t(name)), element('dd', {}, value)]);
  return section('found', 'found', element('dl', {}, ...rows));
}

function saveSection(): HTMLElement {
  const all = button(t('save.all'), () => void guarded(all, 'save', 'save.failed', exportAll), 'primary');
  const log = button(t('save.log'), () => void guarded(log, 'save', 'save.failed', exportLog));
  return section(
    'save',
    'save',
    element('p', {}, t('save.what')),
    element('p', {}, t('save.log.what')),
    element('div', { class: 'acts' }, all, log),
    answer('save'),
  );
}

function againSection(): HTMLElement {
  const anew = button(
    t('again.fetch'),
    () =>
      void guarded(anew, 'again', 'again.failed', async () => {
        await forgetApp();
        location.assign('./');
      }),
  );
  return section(
    'again',
    'again',
    element('p', {}, t('again.what')),
    element('div', { class: 'acts' }, element('a', { class: 'btn', href: './' }, t('again.open')), anew),
    answer('again'),
  );
}

function eraseSection(): HTMLElement {
  const word = t('erase.word');
  const field = element('input', { id: 'confirm', class: 'input', autocomplete: 'off', spellcheck: 'false' });
  const erase = button(
    t('erase.do'),
    () =>
      void guarded(erase, 'erase', 'erase.failed', async (tell) => {
        tell(t('erase.busy'));
        const end = await eraseEverything([DATABASE, DIAGNOSTICS_DB]);
        field.value = '';
        tell(t(end === 'done' ? 'erase.done' : 'erase.blocked'));
        await draw();
      }).finally(settle),
    'danger',
  );
  const settle = (): void => {
    erase.disabled = field.value.trim().toLowerCase() !== word.toLowerCase();
  };
  settle();
  field.addEventListener('input', settle);
  return section(
    'erase',
    'erase',
    element('p', {}, t('erase.what')),
    element(
      'div',
      { class: 'field' },
      element('label', { for: 'confirm' }, t('erase.label', { word })),
      field,
    ),
    element('div', { class: 'acts' }, erase),
    answer('erase'),
  );
}

let found: HTMLElement | undefined;

/** What is here is gathered anew; the rest stays as it stands. */
async function draw(): Promise<void> {
  const next = foundSection(await gatherFacts(language));
  found?.replaceWith(next);
  found = next;
}

async function open(): Promise<void> {
  document.documentElement.lang = language;
  document.title = `Bowline: ${t('title')}`;
  if (look.theme === 'light' || look.theme === 'dark') document.documentElement.dataset['theme'] = look.theme;
  const place = document.getElementById('recovery');
  if (place === null) return;
  found = element('section', { 'aria-busy': 'true' });
  place.replaceChildren(
    element('header', {}, element('h1', {}, t('title')), element('p', {}, t('lead'))),
    found,
    saveSection(),
    againSection(),
    eraseSection(),
  );
  await draw();
  if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

void open();
