// Writes one scripted reply to a response: paced, held, cut, sliced or broken as the script says.
// It decides nothing; the server tells it what to send and is told how it ended.

import type { ServerResponse } from 'node:http';
import type { Answer, Place, Plain } from './reply.ts';
import type { AnswerHead, SentCall, VendorWire } from './wire.ts';

type Line = {
  response: ServerResponse;
  headers: Record<string, string>;
  /** Resolves when the client goes away. */
  gone: Promise<void>;
};

export type Ended = 'answered' | 'aborted' | 'dropped';

export const sendPlain = ({ response, headers }: Line, plain: Plain): Ended => {
  response.writeHead(plain.status, { ...headers, 'content-type': plain.type, ...plain.headers });
  response.end(plain.body);
  return 'answered';
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const write = (response: ServerResponse, text: string, sliceBytes: number | undefined): void => {
  if (sliceBytes === undefined) {
    response.write(text);
    return;
  }
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += sliceBytes) response.write(bytes.subarray(at, at + sliceBytes));
};

/** Passes a hold or a drop at `place`; false when the connection is over. */
const pass = async (line: Line, answer: Answer, place: Place): Promise<boolean> => {
  if (answer.hold?.at === place) await Promise.race([answer.hold.gate.opened, line.gone]);
  if (line.response.destroyed) return false;
  if (answer.dropAt !== place) return true;
  // Without a tick, what was written before would be discarded with the socket.
  await wait(5);
  line.response.destroy();
  return false;
};

const sendStream = async (
  line: Line,
  answer: Answer,
  events: readonly string[],
  wire: VendorWire,
): Promise<Ended> => {
  const { response, headers, gone } = line;
  response.writeHead(200, {
    ...headers,
    'content-type': wire.streamType,
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  for (const [index, event] of events.entries()) {
    if (answer.errorAt?.at === index) {
      response.end(wire.errorPiece(answer.errorAt.error));
      return 'answered';
    }
    if (!(await pass(line, answer, index))) return answer.dropAt === index ? 'dropped' : 'aborted';
    write(response, event, answer.sliceBytes);
    if (answer.paceMs !== undefined) await Promise.race([wait(answer.paceMs), gone]);
  }
  response.end();
  return response.destroyed ? 'aborted' : 'answered';
};

/** Sends `answer` whole or as a stream; resolves when it is written or the connection is over. */
export const sendAnswer = async (
  line: Line,
  answer: Answer,
  calls: readonly SentCall[],
  head: AnswerHead,
  wire: VendorWire,
): Promise<Ended> => {
  if (!(await pass(line, answer, 'head'))) return answer.dropAt === 'head' ? 'dropped' : 'aborted';
  if (wire.wantsStream(head.asked)) return sendStream(line, answer, wire.streamed(answer, calls, head), wire);
  line.response.writeHead(200, { ...line.headers, 'content-type': 'application/json' });
  line.response.end(wire.whole(answer, calls, head));
  return 'answered';
};
