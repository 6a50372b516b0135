// What must follow each fault: the table that the product is held to, written from the requirements, not from what it
// does. As data; faults.test.ts runs every row on every wire, and docs/faults.md shows it.

import type { FailureCode } from '../../src/engine/failures.ts';
import type { FaultName } from './fault-kinds.ts';
import { FAULT_WIRES, type FaultWire } from './fault-story.ts';

export type Action =
  | 'none'
  | 'retry in place'
  | 'retry in place, once'
  | 'surface'
  | 'surface; with another account: rotate'
  | 'retry in place; with another account: rotate'
  | 'surface; with older history: compact, once'
  | 'back to the model';

/** How a run went: requests really made, how it ended, and what of it is on record. */
export interface Went {
  readonly requests: number;
  readonly ends: 'done' | FailureCode;
  readonly record: string;
}

export interface Row {
  readonly action: Action;
  readonly code?: FailureCode;
  /** The fault comes once, and the server is well afterwards. */
  readonly once: Went;
  /** The fault comes each time. */
  readonly always: Went;
}

export interface Differs {
  readonly wires: readonly FaultWire[];
  readonly why: string;
  readonly row: Row;
}

const GOOD_TURN = 'turn, message';

const fine: Row = {
  action: 'none',
  once: { requests: 1, ends: 'done', record: GOOD_TURN },
  always: { requests: 1, ends: 'done', record: GOOD_TURN },
};

/** E7: three retries after 1, 2 and 4 s (jitter is 0 here), or after what the server asked for. */
function retried(
  code: FailureCode,
  {
    waits = [1, 2, 4],
    shown = false,
    rotates = false,
  }: { waits?: readonly number[]; shown?: boolean; rotates?: boolean } = {},
): Row {
  const broken = shown ? `turn, discarded ${code}` : 'turn';
  const retry = (s: number): string => `${broken}, retry ${code} ${s} s`;
  return {
    action: rotates ? 'retry in place; with another account: rotate' : 'retry in place',
    code,
    once: { requests: 2, ends: 'done', record: `${retry(waits[0] ?? 0)}, ${GOOD_TURN}` },
    always: {
      requests: waits.length + 1,
      ends: code,
      record: [...waits.map(retry), broken].join(', '),
    },
  };
}

/** E7, P7: after first content one retry, never another account; what was said stays, marked. */
const retriedOnce = (code: FailureCode): Row => ({
  ...retried(code, { waits: [1], shown: true }),
  action: 'retry in place, once',
});

const surfaced = (code: FailureCode, { rotates = false } = {}): Row => {
  const went: Went = { requests: 1, ends: code, record: 'turn' };
  return {
    action: rotates ? 'surface; with another account: rotate' : 'surface',
    code,
    once: went,
    always: went,
  };
};

/** E10, E18: never run; the model is told, and the third in a row ends the run. */
const toModel = (code: FailureCode, { nudge = true } = {}): Row => {
  const told = `turn, message, result ${code}`;
  return {
    action: 'back to the model',
    code,
    once: { requests: 2, ends: 'done', record: `${told}, ${GOOD_TURN}` },
    always: {
      requests: 3,
      ends: 'rejected-calls',
      record: [told, told, ...(nudge ? ['nudge'] : []), told].join(', '),
    },
  };
};

/** E7: where there is nothing older, nothing can be left out. */
const COMPACTED: Action = 'surface; with older history: compact, once';

export const ROWS: Readonly<Record<FaultName, Row>> = {
  'rate limit, no word on when': retried('rate-limit', { rotates: true }),
  'rate limit, retry-after 7 s': retried('rate-limit', { waits: [7, 7, 7], rotates: true }),
  'rate limit, retry-after 20 min': surfaced('rate-limit', { rotates: true }),
  'an error 500': retried('server-error'),
  '503 or 529, overloaded': retried('overloaded'),
  '502 from a proxy, as a page': retried('server-error'),
  'overload as JSON with 200': retried('overloaded'),
  'overload inside a 200 stream': retried('overloaded'),
  'overload after thoughts': retried('overloaded', { shown: true }),
  'overload after first content': retriedOnce('overloaded'),
  'rate limit after thoughts': retried('rate-limit', { shown: true, rotates: true }),
  'rate limit after first content': retriedOnce('rate-limit'),
  'reset before an answer': retried('unreachable'),
  'reset after the head': retried('connection-lost'),
  'reset after thoughts': retried('connection-lost', { shown: true }),
  'reset after first content': retriedOnce('connection-lost'),
  'silence before an answer': retried('connect-timeout'),
  'silence after the head': retried('first-content-timeout'),
  'silence after the opening events': retried('first-content-timeout'),
  'silence after first content': retriedOnce('idle-timeout'),
  'another content type, a stream all the same': fine,
  'JSON for a stream': surfaced('not-a-provider'),
  'HTML for JSON': surfaced('not-a-provider'),
  'HTML that calls itself a stream': retried('bad-stream'),
  'empty body': retried('bad-stream'),
  'empty reply': retried('empty-reply'),
  'thoughts, and no reply': retried('empty-reply', { shown: true }),
  'stream cut after first content': retriedOnce('bad-stream'),
  'arguments cut, stream ends': retriedOnce('bad-stream'),
  'arguments cut at the length limit': toModel('call-cut', { nudge: false }),
  'arguments that are no JSON': toModel('invalid-json'),
  'wrong key': surfaced('auth', { rotates: true }),
  'expired OAuth': surfaced('auth', { rotates: true }),
  'no credit': surfaced('quota-exhausted', { rotates: true }),
  'model missing': surfaced('model-missing'),
  'bad request': surfaced('bad-request'),
  'content policy': surfaced('content-policy'),
  'conversation too long': { ...surfaced('context-overflow'), action: COMPACTED },
  'oversized image': surfaced('images-refused'),
  'too many images': surfaced('images-refused'),
  '413 with images': surfaced('images-refused'),
  '413 from a proxy, as a page': { ...surfaced('context-overflow'), action: COMPACTED },
};

const WHOLE_CALLS = 'calls come whole on this wire: a cut one is a broken event, and nothing of it has begun';

export const EXCEPTIONS: Readonly<Partial<Record<FaultName, Differs>>> = {
  'HTML that calls itself a stream': {
    wires: ['ollama'],
    why: 'this wire is no event stream',
    row: surfaced('not-a-provider'),
  },
  'arguments cut, stream ends': { wires: ['google', 'ollama'], why: WHOLE_CALLS, row: retried('bad-stream') },
  'arguments that are no JSON': {
    wires: ['google'],
    why: 'the vendor finds it out itself and ends with MALFORMED_FUNCTION_CALL',
    row: retried('bad-stream'),
  },
};

export function rowFor(fault: FaultName, wire: FaultWire): Row {
  const differs = EXCEPTIONS[fault];
  return differs?.wires.includes(wire) === true ? differs.row : ROWS[fault];
}

const endOf = ({ requests, ends }: Went): string => `${requests} → ${ends === 'done' ? ends : `\`${ends}\``}`;

/** The table for people. */
export function faultTable(): string {
  const lines = (Object.keys(ROWS) as FaultName[]).flatMap((fault) => {
    const differs = EXCEPTIONS[fault];
    const usual = FAULT_WIRES.filter((wire) => differs?.wires.includes(wire) !== true);
    const line = (wires: readonly FaultWire[], { action, code, once, always }: Row): string => {
      const cells = [
        fault,
        wires.length === FAULT_WIRES.length ? 'all' : wires.join(', '),
        action,
        code === undefined ? '' : `\`${code}\``,
        endOf(once),
        endOf(always),
        once.record,
      ];
      return `| ${cells.join(' | ')} |`;
    };
    return [line(usual, ROWS[fault]), ...(differs === undefined ? [] : [line(differs.wires, differs.row)])];
  });
  return [
    '| fault | wires | what follows | code | once: requests → end | always: requests → end | on record (once) |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
