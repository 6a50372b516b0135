// A question of an agent to the person, and what may come back. Types only; who asks is `features/asking`, who waits
// is the room.

import type { CallId, MessageId } from './ids.ts';

export type FieldType = 'text' | 'long_text' | 'number' | 'yes_no' | 'choice' | 'date';

/** One field of a form. */
export interface QuestionField {
  /** The key of its value in the answer. */
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  /** Of a `choice`. */
  readonly choices?: readonly string[] | undefined;
  readonly required?: boolean | undefined;
}

/** Choices, a form, or neither: then the answer is free text. */
export interface Question {
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  /** More than one of the choices may be taken. */
  readonly multiple?: boolean | undefined;
  readonly fields?: readonly QuestionField[] | undefined;
}

export type FieldValue = string | number | boolean;

/** The person's own words and choices. */
export type Answer =
  | {
      readonly type: 'given';
      readonly choices?: readonly string[];
      readonly text?: string;
      readonly fields?: Readonly<Record<string, FieldValue>>;
    }
  /** They leave it to the agent. */
  | { readonly type: 'skipped' }
  /** They wrote a message instead, which comes in right behind the result. */
  | { readonly type: 'message'; readonly message: MessageId };

/** A question that somebody is waited for with. A call asks one. */
export interface AskedQuestion {
  readonly callId: CallId;
  readonly question: Question;
}
