// The words on the screen: the catalogue of the language at hand as a signal, so that a change of language redraws.
// English is always here; the other catalogues are fetched when first needed.

import { signal } from '@preact/signals';
import type { Failure } from '../../engine/failures.ts';
import type { Language } from '../../features/settings.ts';
import type { Catalog, MessageKey, Plural, RemedyCode, Values } from './catalog.ts';
import { en } from './en.ts';

const LOADERS: Readonly<Record<Language, () => Promise<Catalog>>> = {
  en: () => Promise.resolve(en),
  ru: () => import('./ru.ts').then(({ ru }) => ru),
  zh: () => import('./zh.ts').then(({ zh }) => zh),
};

interface Speech {
  readonly language: Language;
  readonly catalog: Catalog;
  readonly plural: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
}

const speech = signal<Speech>(speechOf('en', en));

function speechOf(language: Language, catalog: Catalog): Speech {
  return {
    language,
    catalog,
    plural: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language),
  };
}

/** The last wish counts, in whatever order catalogues arrive. */
let wished: Language = 'en';

/** Resolves once the words are on the screen; keeps the language at hand where a catalogue can't be had. */
export async function speak(language: Language): Promise<void> {
  wished = language;
  if (speech.peek().language === language) return;
  const catalog = await LOADERS[language]();
  if (wished === language) speech.value = speechOf(language, catalog);
}

export function spoken(): Language {
  return speech.value.language;
}

/** The language of the browser where we have it. */
export function guessLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [name] = tag.toLowerCase().split('-');
    if (name === 'en' || name === 'ru' || name === 'zh') return name;
  }
  return 'en';
}

export function t<Key extends MessageKey>(key: Key, ...[values]: Values<Key>): string {
  const { catalog, plural, number } = speech.value;
  const message: string | Plural = catalog.messages[key];
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const count = given['n'];
  const text =
    typeof message === 'string' ? message : (message[plural.select(Number(count))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name];
    return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value;
  });
}

/** What happened, in one sentence. */
export function failureText(failure: Pick<Failure, 'code'>): string {
  return speech.value.catalog.failures[failure.code];
}

/** What can be done about it; undefined where nothing can. */
export function remedyText(failure: Pick<Failure, 'code'>): string | undefined {
  const remedies: Readonly<Record<string, string>> = speech.value.catalog.remedies;
  const code: RemedyCode | string = failure.code;
  return remedies[code];
}

export function joined(parts: readonly string[]): string {
  return new Intl.ListFormat(speech.value.language, { type: 'conjunction' }).format(parts);
}
