// The words on the screen: the catalogue of the language at hand as a signal, so that a change of language redraws.
// English is always here; the other catalogues are fetched when first needed.

import { signal } from '@preact/signals';
import type { Failure } from '../../engine/failures.ts';
import type { Language } from '../../features/settings.ts';
import type { Catalog, FirstKey, LaterCatalog, MessageKey, Plural, RemedyCode, Values } from './catalog.ts';
import { en } from './en.ts';

const LOADERS: Readonly<Record<Language, () => Promise<Catalog>>> = {
  en: () => Promise.resolve(en),
  ru: () => import('./ru.ts').then(({ ru }) => ru),
  zh: () => import('./zh.ts').then(({ zh }) => zh),
};

interface Speech {
  readonly language: Language;
  readonly catalog: Catalog;
  readonly later: LaterCatalog | undefined;
  readonly plural: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
}

const speech = signal<Speech>(speechOf('en', en, undefined));

function speechOf(language: Language, catalog: Catalog, later: LaterCatalog | undefined): Speech {
  return {
    language,
    catalog,
    later,
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
  const [catalog, later] = await Promise.all([LOADERS[language](), loadLater?.(language)]);
  if (wished === language) speech.value = speechOf(language, catalog, later);
}

let loadLater: ((language: Language) => Promise<LaterCatalog>) | undefined;

/** From here on every language comes with its later words too (`later.ts` calls it when it is loaded). */
export function bringLater(load: (language: Language) => Promise<LaterCatalog>): void {
  loadLater = load;
}

/** Resolves once every word that loaded code may say is here. */
export async function wholeSpeech(): Promise<void> {
  const { language, later } = speech.peek();
  if (later !== undefined || loadLater === undefined) return;
  const words = await loadLater(language);
  const now = speech.peek();
  if (now.language === language && now.later === undefined) speech.value = { ...now, later: words };
  else await wholeSpeech();
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

/** A message of the first screen. Code that is loaded later says `t` of `later.ts`, which knows every message. */
export function t<Key extends FirstKey>(key: Key, ...[values]: Values<Key>): string {
  return written(key, values ?? {});
}

type Given = Readonly<Record<string, string | number>>;

/** A message with its values, in the language at hand; the key itself where its words are not loaded. */
export function written(key: MessageKey, given: Given): string {
  const { catalog, later, plural, number } = speech.value;
  const words: Readonly<Partial<Record<MessageKey, string | Plural>>> = catalog.messages;
  const laterWords: Readonly<Partial<Record<MessageKey, string | Plural>>> = later ?? {};
  const message = words[key] ?? laterWords[key] ?? key;
  const count = given['n'];
  const text =
    typeof message === 'string' ? message : (message[plural.select(Number(count))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name];
    return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value;
  });
}

type Told = Pick<Failure, 'code' | 'facts'>;

/** What happened, in one sentence. */
export function failureText(failure: Told): string {
  return detailOf(failure)?.[0] ?? speech.value.catalog.failures[failure.code];
}

/** What can be done about it; undefined where nothing can. */
export function remedyText(failure: Told): string | undefined {
  const remedies: Readonly<Record<string, string>> = speech.value.catalog.remedies;
  const code: RemedyCode | string = failure.code;
  return detailOf(failure)?.[1] ?? remedies[code];
}

function detailOf({ code, facts = {} }: Told): readonly string[] | undefined {
  const { details } = speech.value.catalog;
  const words =
    code === 'unreachable' && facts['offline'] === 1
      ? details.offline
      : code === 'bad-archive' && 'name' in facts
        ? details['archive-name']
        : undefined;
  return words?.map((text) => text.replace(/\{(\w+)\}/, (_, name: string) => String(facts[name] ?? '')));
}

export function joined(parts: readonly string[]): string {
  return new Intl.ListFormat(speech.value.language, { type: 'conjunction' }).format(parts);
}
