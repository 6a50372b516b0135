// What of an event is written to the diagnostic log, and how it is exported. Redacted by construction: an event is
// rebuilt field by field, and no field can hold text of messages, a path or a key.

import type { Diagnostic, DiagnosticLog, StoredDiagnostic } from './diagnostics.ts';

export const DIAGNOSTICS_DB = 'bowline-diagnostics';
export const DIAGNOSTICS_STORE = 'ring';
/** So many events are kept, the newest. */
export const DIAGNOSTICS_KEPT = 2000;

type Check = (value: unknown) => unknown;

const matches =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value) ? value : undefined;
const count: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : undefined;
/** Words of our own tables: failure codes, commands, outcomes. */
const word = matches(/^[a-z][A-Za-z-]{0,40}$/);
const build = matches(/^[\w.+-]{1,40}$/);
const agent = matches(/^[A-Z][A-Za-z]{1,15} [\d.]{1,12}(?: [A-Za-z]{1,12})?$/);
const language = matches(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);
/** A class of an unusual name counts as `Error`. */
const errorName: Check = (value) =>
  typeof value === 'string' && /^[A-Z][A-Za-z]{0,40}$/.test(value) ? value : 'Error';
const host = matches(/^(?:[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i);
const FRAME = /\b(?:assets|workers)\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}|\bsw\.js:\d{1,7}:\d{1,7}/g;
const MAX_FRAMES = 12;
const frames: Check = (value) =>
  Array.isArray(value) ? framesOf(value.filter((line) => typeof line === 'string').join('\n')) : undefined;

/** The fields of each event; those with a mark may be missing. */
const FIELDS: Readonly<Record<Diagnostic['type'], Readonly<Record<string, Check>>>> = {
  start: { build, agent, language, failedBefore: count },
  started: { ms: count, sessions: count },
  'start-failed': { code: word },
  failure: { code: word, 'command?': word },
  error: { name: errorName, frames },
  slow: { what: word, ms: count, 'command?': word },
  run: { status: word, turns: count, ms: count, 'code?': word, 'host?': host, 'http?': count },
  storage: { what: word, 'code?': word, 'count?': count, 'bytes?': count },
  update: { what: word },
};

/** The event with nothing in it but what its type knows; undefined for anything else. */
export function cleanDiagnostic(value: unknown): Diagnostic | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) return undefined;
  const clean: Record<string, unknown> = { type };
  for (const [field, check] of Object.entries(FIELDS[type as Diagnostic['type']])) {
    const name = field.replace('?', '');
    const found = check(Reflect.get(value, name));
    if (found !== undefined) clean[name] = found;
    else if (name === field) return undefined;
  }
  // Every field was looked at.
  return clean as unknown as Diagnostic;
}

export function cleanStored(value: unknown): StoredDiagnostic | undefined {
  const diagnostic = cleanDiagnostic(value);
  const { at, from } = { at: undefined, from: undefined, ...Object(value) };
  if (diagnostic === undefined || typeof at !== 'number') return undefined;
  return { ...diagnostic, at, from: from === 'worker' ? from : 'page' };
}

/** Places in our own bundles that a stack names; nothing else of it. */
export function framesOf(stack: string): readonly string[] {
  return (stack.match(FRAME) ?? []).slice(0, MAX_FRAMES);
}

/** As it is exported: one JSON object a line, after one line of what it is. */
export function diagnosticLines(events: readonly StoredDiagnostic[], exportedAt: number): string {
  const head = { format: 'bowline-diagnostics', version: 1, exportedAt, events: events.length };
  return [head, ...events].map((line) => `${JSON.stringify(line)}\n`).join('');
}

export function createMemoryDiagnostics(now: () => number): DiagnosticLog {
  const kept: StoredDiagnostic[] = [];
  return {
    note: (diagnostic, from = 'worker') => {
      const clean = cleanDiagnostic(diagnostic);
      if (clean === undefined) return;
      kept.push({ ...clean, at: now(), from });
      if (kept.length > DIAGNOSTICS_KEPT) kept.shift();
    },
    read: () => Promise.resolve([...kept]),
    lines: (at) => Promise.resolve(diagnosticLines(kept, at)),
  };
}
