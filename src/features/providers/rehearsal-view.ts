// What Rehearsal knows: the task as it was put, the tools it was offered, and the results it was sent since. All of it
// read from the request, so that a reload, a crash or a second tab changes nothing. It remembers nothing itself.

import type { JsonObject } from '../../engine/ids.ts';
import type { RequestMessage } from '../../engine/messages.ts';
import type { ModelRequest } from '../../engine/provider.ts';

export type Language = 'en' | 'ru' | 'zh';

/** A call with its result, in the order of the conversation. */
export interface Step {
  readonly tool: string;
  readonly input: JsonObject;
  readonly ok: boolean;
  /** Without its fence. */
  readonly text: string;
}

export interface View {
  readonly asked: string;
  readonly language: Language;
  readonly tools: ReadonlySet<string>;
  /** Since the task was put. */
  readonly steps: readonly Step[];
  /** Calls of the whole conversation: names the next ones. */
  readonly calls: number;
}

const NOTE = /^\[Note from the harness, not from the person\] /;
const SENT_ON = /^\(Sent on [^)]*\)$/;

export function viewOf(request: ModelRequest): View {
  let asked = '';
  let steps: Step[] = [];
  let calls = 0;
  let open = new Map<string, JsonObject>();
  for (const message of request.messages) {
    if (message.role === 'user') {
      const said = saidIn(message);
      if (said === '') continue;
      asked = said;
      steps = [];
    } else if (message.role === 'assistant') {
      open = new Map();
      for (const part of message.parts) {
        if (part.type !== 'tool-call') continue;
        calls += 1;
        open.set(part.callId, parse(part.argumentsText));
      }
    } else {
      for (const { callId, tool, ok, text } of message.results) {
        const step = { tool, input: open.get(callId) ?? {}, ok, text: unfenced(text) };
        // A look that was cut off is as if it had never been taken.
        if (!wasCutOff(step) || isWrite(step)) steps.push(step);
      }
    }
  }
  return {
    asked,
    language: languageOf(asked),
    tools: new Set(request.toolChoice === 'none' ? [] : request.tools.map(({ name }) => name)),
    steps,
    calls,
  };
}

function saidIn(message: Extract<RequestMessage, { role: 'user' }>): string {
  return message.parts
    .flatMap((part) =>
      part.type === 'text' && !NOTE.test(part.text) && !SENT_ON.test(part.text) ? [part.text] : [],
    )
    .join('\n')
    .trim();
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

function unfenced(text: string): string {
  const match = /^<data-([0-9a-z]+) [^\n]*>\n([\s\S]*?)\n?<\/data-\1>$/.exec(text);
  return match?.[2] ?? text;
}

function languageOf(text: string): Language {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en';
}

/** A file as it was last read, line by line; the lines before `from` were not read. */
export interface SeenFile {
  readonly path: string;
  readonly from: number;
  readonly total: number;
  readonly lines: readonly string[];
  /** Place of the read among the steps. */
  readonly at: number;
}

const ALL = /^(.+): all (\d+) lines?(?:;|$)/;
const SOME = /^(.+): lines (\d+)-(\d+) of (\d+)(?:;|$)/;

export function fileIn(step: Step, at: number): SeenFile | undefined {
  if (step.tool !== 'read_file' || !step.ok) return undefined;
  const [head = '', ...rest] = step.text.split('\n');
  const all = ALL.exec(head);
  if (all !== null) {
    const total = Number(all[2]);
    return { path: all[1] ?? '', from: 1, total, lines: padded(rest, total), at };
  }
  const some = SOME.exec(head);
  if (some === null) return undefined;
  const from = Number(some[2]);
  return {
    path: some[1] ?? '',
    from,
    total: Number(some[4]),
    lines: padded(rest, Number(some[3]) - from + 1),
    at,
  };
}

/** The fence may have swallowed the newline of an empty last line. */
function padded(lines: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => lines[index] ?? '');
}

export function lastRead(view: View, path: string): SeenFile | undefined {
  for (let at = view.steps.length - 1; at >= 0; at -= 1) {
    const step = view.steps[at];
    const file = step === undefined ? undefined : fileIn(step, at);
    if (file?.path === path) return file;
  }
  return undefined;
}

export function filesRead(view: View): readonly SeenFile[] {
  const files = new Map<string, SeenFile>();
  view.steps.forEach((step, at) => {
    const file = fileIn(step, at);
    if (file !== undefined) files.set(file.path, file);
  });
  return [...files.values()];
}

export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export function hitsIn(step: Step): readonly Hit[] {
  if (step.tool !== 'grep_files' || !step.ok) return [];
  return step.text.split('\n').flatMap((row) => {
    const match = /^(.+?):(\d+): ?(.*)$/.exec(row);
    return match === null ? [] : [{ path: match[1] ?? '', line: Number(match[2]), text: match[3] ?? '' }];
  });
}

/** Paths of files in a listing or a search by name. */
export function pathsIn(step: Step): readonly string[] {
  if (!step.ok) return [];
  const rows = step.text.split('\n');
  if (step.tool === 'search_files')
    return rows.filter((row) => row !== '' && !/^(\[|No file matches)/.test(row));
  if (step.tool !== 'list_files') return [];
  return rows.slice(1).flatMap((row) => /^(.+) \(\d+ bytes\)$/.exec(row)?.[1] ?? []);
}

/** The path that a call was about; '' where it named none. */
export const pathOf = ({ input }: Step): string => (typeof input['path'] === 'string' ? input['path'] : '');

export const isDenied = (step: Step): boolean => !step.ok && step.text.startsWith('Denied (');
export const isStale = (step: Step): boolean =>
  !step.ok && /(changed|was removed) since you read it|^Read .+ first:/.test(step.text);
/** The app went away meanwhile: the file tells whether it was done. */
export const wasCutOff = (step: Step): boolean =>
  !step.ok && /^(Interrupted:|Unknown outcome:|The app stopped while)/.test(step.text);
export const isWrite = (step: Step): boolean => step.tool === 'write_file' || step.tool === 'edit_file';
