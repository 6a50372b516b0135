// The catalogues say the same things with the same values, and say them in the forms that each language has.

import { describe, expect, it } from 'vitest';
import type { Catalog, Message } from './catalog.ts';
import { en as firstEn } from './en.ts';
import { en as laterEn } from './later/en.ts';
import { ru as laterRu } from './later/ru.ts';
import { zh as laterZh } from './later/zh.ts';
import { ru } from './ru.ts';
import { guessLanguage } from './text.ts';
import { zh } from './zh.ts';

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message).filter((form) => form !== undefined);
const namesOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

type Whole = Pick<Catalog, 'failures' | 'remedies'> & {
  readonly messages: Readonly<Record<string, Message>>;
};
const whole = (first: Catalog, later: Readonly<Record<string, Message>>): Whole => ({
  ...first,
  messages: { ...first.messages, ...later },
});
const en = whole(firstEn, laterEn);
const others: readonly (readonly [string, Whole])[] = [
  ['ru', whole(ru, laterRu)],
  ['zh', whole(zh, laterZh)],
];

describe.each(others)('the catalogue %s', (language, catalog) => {
  const messages: Readonly<Record<string, Message>> = catalog.messages;
  const english: Readonly<Record<string, Message>> = en.messages;

  it('has the keys of the English one and no others', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    expect(Object.keys(catalog.failures)).toEqual(Object.keys(en.failures));
    expect(Object.keys(catalog.remedies)).toEqual(Object.keys(en.remedies));
  });

  it('names no value that English does not give', () => {
    for (const [key, message] of Object.entries(messages)) {
      const known = new Set(formsOf(english[key] ?? '').flatMap(namesOf));
      expect(
        formsOf(message)
          .flatMap(namesOf)
          .filter((name) => !known.has(name)),
        key,
      ).toEqual([]);
    }
  });

  it('has every plural form of its language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === 'string') continue;
      for (const category of categories) expect(Object.keys(message), key).toContain(category);
    }
  });
});

describe('every catalogue', () => {
  it.each([['en', en], ...others] as const)('%s: no exclamation marks, no empty words', (_, catalog) => {
    const all = [
      ...Object.values<Message>(catalog.messages).flatMap(formsOf),
      ...Object.values(catalog.failures),
      ...Object.values(catalog.remedies),
    ];
    expect(all.filter((text) => text.trim() === '' || /[!！]/.test(text))).toEqual([]);
  });
});

describe('the words beyond the first screen', () => {
  it('repeat no key of the first screen', () => {
    expect(Object.keys(laterEn).filter((key) => key in firstEn.messages)).toEqual([]);
  });
});

describe('the language of the browser', () => {
  it('is the first of its wishes that we have', () => {
    expect(guessLanguage(['fr-FR', 'ru-RU', 'en'])).toBe('ru');
    expect(guessLanguage(['zh-Hant-TW'])).toBe('zh');
    expect(guessLanguage(['de'])).toBe('en');
  });
});
