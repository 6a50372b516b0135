// What the engine needs of a schema: checking, and the JSON Schema that a provider is sent. No library here:
// `features/schema.ts` makes these from zod; foreign schemas (connectors) come with a validator that interprets.

import type { JsonObject } from './ids.ts';

export interface Problem {
  /** Dotted path of the field, '' for the whole value. */
  readonly field: string;
  readonly expected: string;
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Contract: `check` never throws and never changes its input. */
export interface Schema<T> {
  readonly json: JsonObject;
  check(value: unknown): Checked<T>;
}
