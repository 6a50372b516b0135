// What a language must bring: the English catalogue is the type, so a missing message or failure does not compile.

import type { FailureCode } from '../../engine/failures.ts';
import type { en } from './en.ts';

/** Picked by `n` with the language's plural rules. */
export type Plural = { readonly [Rule in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Message = string | Plural;

type English = (typeof en)['messages'];
export type MessageKey = keyof English;

export interface Catalog {
  readonly messages: { readonly [Key in MessageKey]: English[Key] extends string ? string : Plural };
  /** One sentence a code: what happened. */
  readonly failures: Readonly<Record<FailureCode, string>>;
  /** What to do about it, where there is something. */
  readonly remedies: Readonly<Record<RemedyCode, string>>;
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
