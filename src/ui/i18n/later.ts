// The words beyond the first screen. Only code that comes as a chunk of its own imports this: the words come with it.

import type { Language } from '../../features/settings.ts';
import type { LaterCatalog, MessageKey, Values } from './catalog.ts';
import { en } from './later/en.ts';
import { bringLater, written } from './text.ts';

const LOADERS: Readonly<Record<Language, () => Promise<LaterCatalog>>> = {
  en: () => Promise.resolve(en),
  ru: () => import('./later/ru.ts').then(({ ru }) => ru),
  zh: () => import('./later/zh.ts').then(({ zh }) => zh),
};

bringLater((language) => LOADERS[language]());

export function t<Key extends MessageKey>(key: Key, ...[values]: Values<Key>): string {
  return written(key, values ?? {});
}
