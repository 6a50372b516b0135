// Branded identifiers and plain JSON. Ids are opaque strings; only the `Ids` port makes new ones.

declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };

export type SessionId = Brand<'SessionId'>;
export type RunId = Brand<'RunId'>;
export type TurnId = Brand<'TurnId'>;
export type CallId = Brand<'CallId'>;
export type ApprovalId = Brand<'ApprovalId'>;
export type MessageId = Brand<'MessageId'>;
/** `user`, or the id of an agent. Never a display name. */
export type ParticipantId = Brand<'ParticipantId'>;
/** SHA-256 of the content, lower-case hex. */
export type BlobHash = Brand<'BlobHash'>;

/** The one place that turns a stored or received string into an id; it checks nothing but emptiness. */
export function asId<Id extends string>(text: string): Id {
  if (text === '') throw new TypeError('an id is never empty');
  return text as Id;
}

export const USER = asId<ParticipantId>('user');

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
