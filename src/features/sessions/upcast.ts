// Reads stored records as entries of today: checks their shape and brings older versions up. Pure and total: a record
// that can't be read is undefined, which the logs skip and count. Events of features are theirs to check.

import { ENTRY_VERSION, type Entry } from '../../engine/events.ts';

/** Fields that folds rely on, as `name:kind`; a path goes into objects. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  message: ['id:string', 'parts:parts'],
  'run-start': ['run:string', 'agent:string', 'model:string', 'cause:object', 'budget:object', 'tools:array'],
  'run-resume': ['run:string'],
  'run-end': ['run:string', 'outcome.status:string', 'outcome.text:string', 'outcome.usage:object'],
  'turn-start': ['turn:string', 'model:string', 'context:object', 'used:object'],
  'message-end': [
    'message.id:string',
    'message.parts:parts',
    'message.stamp:object',
    'message.stop:string',
    'usage.inputTokens:number',
    'usage.outputTokens:number',
    'usd:number',
    'ms:number',
    'used:object',
  ],
  'tool-start': ['callId:string', 'tool:string', 'effect:string', 'input:object'],
  'tool-end': [
    'callId:string',
    'result.callId:string',
    'result.tool:string',
    'result.text:string',
    'ms:number',
  ],
  'approval-request': [
    'approvalId:string',
    'callId:string',
    'tool:string',
    'input:object',
    'targets:array',
    'hash:string',
    'scopes:array',
  ],
  'approval-response': ['approvalId:string', 'callId:string', 'hash:string', 'answer.type:string'],
  'unknown-resolved': ['callId:string', 'ran:boolean'],
  'call-blocked': ['callId:string', 'failure.code:string'],
  'call-unblocked': ['callId:string'],
  question: ['callId:string', 'question.question:string'],
  'question-answer': ['callId:string', 'answer.type:string'],
  todo: ['items:array'],
  requeue: ['message:string'],
  retry: ['failure.code:string', 'attempt:number', 'waitMs:number'],
  budget: ['action:string', 'figures:object'],
  nudge: ['kind:string'],
  steer: ['message:string'],
  unqueue: ['message:string'],
  head: ['to:number'],
  title: ['title:string', 'by:string'],
  'take-over': ['epoch:number'],
};

/** What each kind of part can't be without. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  reasoning: ['text'],
  'tool-call': ['callId', 'tool', 'argumentsText'],
  image: ['mediaType', 'blob'],
  file: ['name', 'mediaType', 'blob'],
};

type Fields = Readonly<Record<string, unknown>>;

/** The first goes from version 1 to 2, and so on; each gives the next version's shape and changes nothing else. */
const UPCASTERS: readonly ((record: Fields) => Fields)[] = [];

/** The record as an entry of `ENTRY_VERSION`; undefined where it is damaged, or newer than this build. */
export function readEntry(stored: unknown): Entry | undefined {
  if (!isFields(stored)) return undefined;
  const { v } = stored;
  if (!isCount(v) || v < 1 || v > ENTRY_VERSION) return undefined;
  let record = stored;
  for (let version = v; version < ENTRY_VERSION; version += 1) {
    const up = UPCASTERS[version - 1];
    if (up === undefined) return undefined;
    record = { ...up(record), v: version + 1 };
  }
  return isEntry(record) ? record : undefined;
}

function isEntry(record: Fields): record is Fields & Entry {
  const { session, seq, parent, at, by, to, run, event } = record;
  return (
    isId(session) &&
    isCount(seq) &&
    seq >= 1 &&
    isCount(parent) &&
    parent < seq &&
    typeof at === 'number' &&
    Number.isFinite(at) &&
    isId(by) &&
    (to === undefined || (Array.isArray(to) && to.every(isId))) &&
    (run === undefined || isId(run)) &&
    isFields(event) &&
    isId(event['type']) &&
    (NEEDED[event['type']] ?? []).every((need) => holds(event, need))
  );
}

function holds(event: Fields, need: string): boolean {
  const [path = '', kind] = need.split(':');
  let value: unknown = event;
  for (const name of path.split('.')) {
    if (!isFields(value)) return false;
    value = value[name];
  }
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'parts') return Array.isArray(value) && value.every(isPart);
  if (kind === 'object') return isFields(value);
  return typeof value === kind;
}

function isPart(part: unknown): boolean {
  if (!isFields(part) || typeof part['type'] !== 'string') return false;
  return (PARTS[part['type']] ?? []).every((name) => typeof part[name] === 'string');
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
