// What a wire is to the server: how one vendor's requests are judged and read, and its answers written. Each vendor has
// a file of its own (wire-*.ts); here is what they share. No sockets and no clock.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Reading } from './conversation.ts';
import type { Problem } from './problem.ts';
import type { Answer, Plain, ScriptedCall, Usage } from './reply.ts';

/** A call as it was sent, for the witness who compares it with what comes back. */
export type SentCall = { id: string; name: string; args: string };

/**
 * What the server handed out and wants back byte for byte (signatures, encrypted thinking), each with what it stands
 * for. A judge that is given them refuses any other.
 */
export type Seals = ReadonlyMap<string, string>;

export type JudgeOptions = {
  /** Bytes of the serialised body. Default: the vendor's own limit. */
  maxBytes?: number;
  /** Missing: only the form of a seal is judged. */
  seals?: Seals;
};

/** One request for a turn; `path` is below the origin, `body` the parsed text. */
export type Asked = { path: string; headers: IncomingHttpHeaders; text: string; body: unknown };

export type AnswerHead = {
  id: string;
  model: string;
  /** Unix seconds. */
  created: number;
  promptChars: number;
  asked: Asked;
  /** Mints the seal of what it covers. */
  seal(covers: string): string;
};

export type Refusal = { message: string; code?: string | null; at?: string | null };

export type VendorWire = {
  name: string;
  /** Behind the origin, what a person types as base URL. */
  base: string;
  /** The key that a request carries in this vendor's way. */
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** Request headers that the vendor's preflight grants, beside `content-type`. */
  granted: readonly string[];
  /** Headers that a request must carry, each with its form. */
  headersOf(headers: IncomingHttpHeaders): Readonly<Record<string, RegExp>>;
  isTurn(path: string): boolean;
  judge(asked: Asked, options: JudgeOptions): Problem[];
  /** Never throws. */
  read(asked: Asked): Reading;
  wantsStream(asked: Asked): boolean;
  streamType: string;
  /** The stream in pieces, in order; faults and holds name their place among them. */
  streamed(answer: Answer, calls: readonly SentCall[], head: AnswerHead): string[];
  /** The error that may stand in the place of a piece. */
  errorPiece(error: unknown): string;
  whole(answer: Answer, calls: readonly SentCall[], head: AnswerHead): string;
  refuse(status: number, refusal: Refusal): Plain;
  /** Everything but turns: lists of models and the like. */
  lookUp(method: string, path: string, models: readonly string[], body: unknown): unknown;
};

const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

export const sentCalls = (calls: readonly ScriptedCall[] = []): SentCall[] =>
  calls.map(({ id, name, args }) => ({
    id: id ?? newCallId(),
    name,
    args: typeof args === 'string' ? args : JSON.stringify(args),
  }));

/** What the answer says it cost: as scripted, or a quarter of the characters. */
export const usageOf = (
  answer: Answer,
  calls: readonly SentCall[],
  { promptChars }: AnswerHead,
): Required<Usage> => {
  const written = [...answer.deltas, ...calls.map((call) => call.name + call.args)].join('').length;
  const reasoning = Math.ceil((answer.reasoning ?? []).join('').length / 4);
  const estimate = {
    input: Math.ceil(promptChars / 4),
    output: Math.ceil(written / 4) + reasoning,
    reasoning,
  };
  return { cached: 0, ...estimate, ...answer.usage };
};

/** Cuts arguments as models stream them: into a few characters each. */
export const fragments = (text: string): string[] => text.match(/[\s\S]{1,7}/gu) ?? [''];

export const bearerKey = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization?.replace(/^Bearer /, '');

export const jsonPlain = (value: unknown, status = 200): Plain => ({
  kind: 'plain',
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** One event of a stream of server-sent events; `name` where the vendor names them. */
export const serverSent = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
