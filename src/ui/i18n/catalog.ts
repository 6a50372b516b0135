// What a language must bring: the English catalogue is the type, so a missing message or failure does not compile.

import type { FailureCode } from '../../engine/failures.ts';
import type { en } from './en.ts';
import type { en as later } from './later/en.ts';

/** Picked by `n` with the language's plural rules. */
export type Plural = { readonly [Rule in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Message = string | Plural;

/** What another language says in the place of some English words. */
export type Words<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural;
};

type First = (typeof en)['messages'];
type Later = typeof later;
type English = First & Later;
/** What the first screen may say; the rest comes with the chunk that says it. */
export type FirstKey = keyof First;
export type MessageKey = keyof English;

/** The words beyond the first screen. */
export type LaterCatalog = Words<Later>;

export interface Catalog {
  readonly messages: Words<First>;
  /** One sentence a code: what happened. */
  readonly failures: Readonly<Record<FailureCode, string>>;
  /** What to do about it, where there is something. */
  readonly remedies: Readonly<Record<RemedyCode, string>>;
  /** In their place where a fact of the failure says more: what happened, and what to do. */
  readonly details: Readonly<Record<'offline' | 'archive-name', readonly [what: string, remedy: string]>>;
}

export type RemedyCode = keyof (typeof en)['remedies'];

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type NamesOf<Entry> = Entry extends string
  ? Names<Entry>
  :
      | {
          readonly [Form in keyof Entry]: Entry[Form] extends string ? Names<Entry[Form]> : never;
        }[keyof Entry]
      | 'n';

/** The values that a message needs: none, or one for each of its names. Numbers are written in the language's way. */
export type Values<Key extends MessageKey> = [NamesOf<English[Key]>] extends [never]
  ? []
  : [values: { readonly [Name in NamesOf<English[Key]>]: Name extends 'n' ? number : string | number }];
