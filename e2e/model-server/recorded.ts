// What the model server remembers of each request, and the questions a test may ask of it. No HTTP here.

import type { IncomingHttpHeaders } from 'node:http';
import type { Conversation } from './conversation.ts';
import type { Problem } from './problem.ts';

/** `refused`: the judge found an error and the server answered 400. `aborted`: the client went away first. */
export type Outcome = 'open' | 'answered' | 'refused' | 'aborted' | 'dropped';

export type ChatRecord = {
  /** Position among the chat requests, from 0. */
  index: number;
  /** Unix ms of arrival and of the end. */
  at: number;
  endedAt: number | undefined;
  headers: IncomingHttpHeaders;
  /** The raw body, byte for byte as text. */
  text: string;
  body: unknown;
  conversation: Conversation;
  problems: readonly Problem[];
  outcome: Outcome;
  aborted: boolean;
  /** Resolves when the answer is complete or the connection is gone. */
  ended: Promise<void>;
};

/** Every request of any kind, chat or not: what a test reads to prove that nothing was probed. */
export type Hit = { method: string; path: string; origin: string | undefined; at: number };

export const openRecord = (
  parts: Omit<ChatRecord, 'endedAt' | 'outcome' | 'aborted' | 'ended'>,
): { record: ChatRecord; end(outcome: Outcome): void } => {
  let settle = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const record: ChatRecord = { ...parts, endedAt: undefined, outcome: 'open', aborted: false, ended };
  return {
    record,
    end: (outcome) => {
      if (record.outcome !== 'open') return;
      record.outcome = outcome;
      record.aborted = outcome === 'aborted';
      record.endedAt = Date.now();
      settle();
    },
  };
};

export const describeProblem = (index: number, { code, at, message }: Problem): string =>
  `request ${index}: ${code} at ${at === '' ? 'the body' : at}: ${message}`;
