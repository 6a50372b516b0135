// The moves that Rehearsal's parts are made of: each goal looks at what is known and names the next step towards it,
// or nothing when it is met. So a part goes on from wherever a conversation stands, and adapts to files that changed.

import type { JsonObject } from '../../engine/ids.ts';
import { end } from './rehearsal-explore.ts';
import type { Reply } from './rehearsal-speech.ts';
import {
  fileIn,
  isDenied,
  isStale,
  isWrite,
  lastRead,
  pathOf,
  type SeenFile,
  type Step,
  type View,
  wasCutOff,
} from './rehearsal-view.ts';
import { wordsFor } from './rehearsal-words.ts';

export type Goal = (view: View) => Reply | undefined;

/** The first goal that isn't met speaks; a refusal or a failure that no step can mend ends the part before that. */
export function pursue(view: View, goals: readonly Goal[], finish: (view: View) => Reply): Reply {
  const words = wordsFor(view.language);
  const denied = view.steps.find(isDenied);
  if (denied !== undefined) return end(view, words.denied(denied.tool, denied.text));
  const broken = view.steps.find(isBroken) ?? tooOften(view.steps.filter(isStale));
  if (broken !== undefined) return end(view, words.gaveUp(broken.tool, broken.text));
  for (const goal of goals) {
    const reply = goal(view);
    if (reply !== undefined) return reply;
  }
  return finish(view);
}

const MOST_STALE = 3;
const tooOften = (stale: readonly Step[]): Step | undefined =>
  stale.length >= MOST_STALE ? stale.at(-1) : undefined;
/** A read that fails is told at the end; a write that fails for another reason than an old base is not repeated. */
const isBroken = (step: Step): boolean => !step.ok && isWrite(step) && !isStale(step) && !wasCutOff(step);

/** What a step says and thinks. */
export interface Line {
  readonly say: string;
  readonly think?: string;
}

type Call = NonNullable<Reply['calls']>[number];

/** All of these calls, each once, whatever comes of them. Tools that weren't offered are passed over. */
export function haveCalled(calls: readonly Call[], line: Line): Goal {
  return (view) => {
    const missing = calls.filter(
      ({ tool, input }) => view.tools.has(tool) && !view.steps.some(isCallOf(tool, input)),
    );
    return missing.length === 0 ? undefined : { ...line, calls: missing };
  };
}

function isCallOf(tool: string, input: JsonObject): (step: Step) => boolean {
  const wanted = JSON.stringify(input);
  return (step) => step.tool === tool && JSON.stringify(step.input) === wanted;
}

const isUnreadable = (view: View, path: string): boolean =>
  view.steps.findLast((step) => step.tool === 'read_file' && pathOf(step) === path)?.ok === false;

/** All of them read at least once, in one turn. Files that can't be read are left out. */
export function haveRead(paths: readonly string[], line: Line): Goal {
  return (view) => {
    const missing = paths.filter((path) => lastRead(view, path) === undefined && !isUnreadable(view, path));
    if (missing.length === 0 || !view.tools.has('read_file')) return undefined;
    return { ...line, calls: missing.map((path) => ({ tool: 'read_file', input: { path } })) };
  };
}

/** The file as it stands for all that is known: read, and neither changed by us nor found to be changed since. */
export function current(view: View, path: string): SeenFile | undefined {
  const file = lastRead(view, path);
  if (file === undefined) return undefined;
  const outdated = view.steps.some(
    (step, at) =>
      at > file.at && isWrite(step) && pathOf(step) === path && (step.ok || isStale(step) || wasCutOff(step)),
  );
  return outdated ? undefined : file;
}

/** The text as it was read, with our own edits since; undefined where it has to be read (again). */
export function textNow(view: View, path: string): string | undefined {
  let text: string | undefined;
  view.steps.forEach((step, at) => {
    const file = fileIn(step, at);
    if (file?.path === path) text = textOf(file);
    if (!isWrite(step) || pathOf(step) !== path) return;
    const { content, old, new: put } = step.input;
    if (isStale(step) || wasCutOff(step)) text = undefined;
    else if (!step.ok || text === undefined) return;
    else if (typeof content === 'string') text = content.replace(/\n$/, '');
    else if (typeof old === 'string' && typeof put === 'string') text = text.replaceAll(old, () => put);
  });
  return text;
}

export const textOf = (file: SeenFile): string => file.lines.join('\n');

export interface Change {
  readonly old: string;
  readonly new: string;
}

/**
 * `change` says what to replace in the text as it stands, or nothing where it is as it should be. After an edit the
 * file is read again: what is said of it later comes from there.
 */
export function haveEdited(
  path: string,
  change: (text: string) => Change | undefined,
  line: Line & { readonly check: string },
): Goal {
  return (view) => {
    if (!view.tools.has('edit_file') || !view.tools.has('read_file') || isUnreadable(view, path))
      return undefined;
    const file = current(view, path);
    if (file === undefined) return readAgain(view, path, line.check);
    const wanted = change(textOf(file));
    if (wanted === undefined) return undefined;
    return {
      ...spoken(line),
      calls: [{ tool: 'edit_file', input: { path, old: wanted.old, new: wanted.new } }],
    };
  };
}

/** The whole file holds `content` (one newline at its end), and has been read back. */
export function haveWritten(
  path: string,
  content: (view: View) => string,
  line: Line & { readonly check: string },
): Goal {
  return (view) => {
    if (!view.tools.has('write_file') || !view.tools.has('read_file')) return undefined;
    const file = current(view, path);
    const written = view.steps.findLastIndex((step) => isWrite(step) && pathOf(step) === path);
    const looked = view.steps.findLastIndex((step) => step.tool === 'read_file' && pathOf(step) === path);
    // A look after the write that found nothing means that there is no file.
    if (file === undefined && written > looked) return readAgain(view, path, line.check);
    const text = content(view);
    if (file !== undefined && `${textOf(file)}\n` === text) return undefined;
    return { ...spoken(line), calls: [{ tool: 'write_file', input: { path, content: text } }] };
  };
}

function spoken({ say, think }: Line): Line {
  return think === undefined ? { say } : { say, think };
}

export function readAgain(view: View, path: string, check: string): Reply {
  const last = view.steps.findLast((step) => isWrite(step) && pathOf(step) === path);
  const say =
    last !== undefined && isStale(last) ? wordsFor(view.language).changedMeanwhile(`\`${path}\``) : check;
  return { say, calls: [{ tool: 'read_file', input: { path } }] };
}

/** Whether one of our calls has changed the file. */
export const haveChanged = (view: View, path: string): boolean =>
  view.steps.some((step) => step.ok && isWrite(step) && pathOf(step) === path);
