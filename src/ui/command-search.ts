// Which commands a few typed letters mean, best first; and which of them a key press means. Pure.

import type { Command } from './state/commands.ts';

export interface Sought {
  readonly title: string;
  readonly more: string;
}

/** Undefined: some word is not in it. Lower is better. */
export function rankOf(question: string, { title, more }: Sought): number | undefined {
  const words = plain(question).split(' ').filter(Boolean);
  if (words.length === 0) return 0;
  const name = plain(title);
  const all = `${name} ${plain(more)}`;
  let rank = 0;
  for (const word of words) {
    if (!all.includes(word)) return undefined;
    rank += name.startsWith(word) ? 0 : ` ${name}`.includes(` ${word}`) ? 1 : name.includes(word) ? 2 : 3;
  }
  return rank;
}

/** The best of them, in their own order where they are equally good. */
export function best<Item>(
  question: string,
  items: readonly Item[],
  sought: (item: Item) => Sought,
  most: number,
): readonly Item[] {
  return items
    .flatMap((item, at) => {
      const rank = rankOf(question, sought(item));
      return rank === undefined ? [] : [{ item, rank, at }];
    })
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, most)
    .map(({ item }) => item);
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

export interface Press {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const CODES: Readonly<Record<string, string>> = { '.': 'Period', ',': 'Comma' };

/** Keyboards of other scripts say another letter: there the place of the key counts. */
export function isPressed(keys: string, press: Press, mac: boolean): boolean {
  const parts = keys.split('+');
  const wanted = parts.at(-1) ?? '';
  const mod = parts.includes('Mod');
  if (mod !== (mac ? press.metaKey : press.ctrlKey) || (mac ? press.ctrlKey : press.metaKey)) return false;
  if (press.altKey) return false;
  // A sign of its own, such as a question mark, says by itself whether Shift was held.
  if (mod && parts.includes('Shift') !== press.shiftKey) return false;
  if (press.key.toLowerCase() === wanted) return true;
  return (
    mod && !/^[\x21-\x7e]$/.test(press.key) && press.code === (CODES[wanted] ?? `Key${wanted.toUpperCase()}`)
  );
}

/** The commands that can be done now, first one first: two may share a key where only one applies. */
export function commandOf(
  commands: readonly Command[],
  press: Press,
  { mac, typing }: { readonly mac: boolean; readonly typing: boolean },
): Command | undefined {
  return commands.find(
    ({ keys, when }) =>
      keys !== undefined &&
      (keys.includes('Mod') || !typing) &&
      isPressed(keys, press, mac) &&
      when?.() !== false,
  );
}

/** The keys as one reads them on the keyboard at hand. */
export function keyNames(keys: string, mac: boolean): readonly string[] {
  return keys.split('+').map((part) => {
    if (part === 'Mod') return mac ? '⌘' : 'Ctrl';
    if (part === 'Shift') return mac ? '⇧' : 'Shift';
    return part.length === 1 ? part.toUpperCase() : part;
  });
}
