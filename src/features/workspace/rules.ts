// Project rules (T12): the AGENTS.md of a trusted workspace, read into the prompt when a run starts, and the nearer one
// of a folder with the first result that touches a path below it. Words for the model only: no gate ever reads them (G1).

import type { Entry, StoredEventOf } from '../../engine/events.ts';
import type { RunId } from '../../engine/ids.ts';
import type { FileSpace, Hasher } from '../../engine/ports.ts';
import { cutHead } from '../../engine/text.ts';
import { estimateTokens } from '../../engine/tokens.ts';
import type { AnyTool } from '../../engine/tool.ts';
import { normalisePath, parentOf } from './paths.ts';
import { NEARER_RULES, PROJECT_RULES } from './prompts.ts';
import { RULE_FILES } from './rule-files.ts';
import { decodeText } from './text-file.ts';
import { bytesAt } from './write-path.ts';

/** Characters of one file that a prompt takes; above it nobody's rules are read to the end anyway. */
export const MAX_RULES = 40_000;

export interface FoundRules {
  readonly path: string;
  readonly text: string;
  readonly hash: string;
}

/** What stands in the prompt of a run, and the event that says so in the log. */
export interface PromptRules {
  readonly prompt: string;
  readonly event: StoredEventOf<'rules'>;
}

export interface ProjectRules {
  /** Of the root. Undefined: there are none, or they can't be read now. */
  inPrompt(): Promise<PromptRules | undefined>;
  /** From now on results of this run carry nearer rules, once each. `entries`: those of the active branch. */
  follow(run: RunId, entries: readonly Entry[], known: readonly StoredEventOf<'rules'>[]): void;
  wrap(tool: AnyTool): AnyTool;
}

interface Follower {
  /** What it has been told, as hash and path. */
  readonly told: Set<string>;
  readonly folders: Map<string, Promise<FoundRules | undefined>>;
}

/** Marks, and characters that nobody sees, must not come from the text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

function plain(text: string): string {
  const seen = text.replace(INVISIBLE, '').replace(/<(\/?)project-rules/giu, '<$1 project-rules');
  const cut = cutHead(seen, MAX_RULES);
  return cut === seen
    ? seen.trimEnd()
    : `${cut}\n[cut here: the file is longer than ${MAX_RULES} characters]`;
}

export function createProjectRules({
  space,
  hasher,
}: {
  readonly space: FileSpace;
  readonly hasher: Hasher;
}): ProjectRules {
  /** A run that isn't here follows none. */
  const runs = new Map<RunId, Follower>();
  const keyOf = ({ path, hash }: Pick<FoundRules, 'path' | 'hash'>): string => `${hash} ${path}`;

  const at = async (folder: string): Promise<FoundRules | undefined> => {
    for (const name of RULE_FILES) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const bytes = await bytesAt(space, path);
      const text = bytes === null ? undefined : decodeText(bytes)?.text;
      if (bytes === null || text === undefined || text.trim() === '') continue;
      return { path, text: plain(text), hash: await hasher.hash(bytes) };
    }
    return undefined;
  };
  /** As the run first found them: what changes under it is the next one's (E17). */
  const frozen = ({ folders }: Follower, folder: string): Promise<FoundRules | undefined> => {
    const known = folders.get(folder) ?? at(folder);
    folders.set(folder, known);
    known.catch(() => folders.delete(folder));
    return known;
  };
  const nearest = async (follower: Follower, path: string): Promise<FoundRules | undefined> => {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const found = await frozen(follower, folder);
      if (found !== undefined || folder === '') return found;
    }
  };
  const eventOf = ({ path, hash }: FoundRules, text: string, place: 'prompt' | 'result') =>
    ({ type: 'rules', path, hash, tokens: estimateTokens(text), place }) as const;

  return {
    inPrompt: async () => {
      // A folder that can't be read now has no rules yet: they come with the first result.
      const found = await at('').catch(() => undefined);
      if (found === undefined) return undefined;
      const prompt = PROJECT_RULES(found.path, found.text);
      return { prompt, event: eventOf(found, prompt, 'prompt') };
    },
    follow: (run, entries, known) => {
      const keys = new Set(known.map(keyOf));
      for (const { event, run: of } of entries)
        if (event.type === 'rules' && of === run) keys.add(keyOf(event));
      // Runs of old are over; a few stay for those that go on.
      for (const old of [...runs.keys()].slice(0, -50)) runs.delete(old);
      runs.set(run, { told: keys, folders: new Map() });
    },
    wrap: (tool) => ({
      ...tool,
      run: async (input, context) => {
        const output = await tool.run(input, context);
        const follower = runs.get(context.run);
        const path = pathIn(input);
        if (!output.ok || follower === undefined || path === undefined) return output;
        const found = await nearest(follower, path).catch(() => undefined);
        if (found === undefined || follower.told.has(keyOf(found))) return output;
        follower.told.add(keyOf(found));
        const note = NEARER_RULES(found.path, parentOf(found.path), found.text);
        await context.record(eventOf(found, note, 'result'));
        return { ...output, note };
      },
    }),
  };
}

function pathIn(input: unknown): string | undefined {
  const path = typeof input === 'object' && input !== null && 'path' in input ? input.path : undefined;
  const result = typeof path === 'string' ? normalisePath(path) : undefined;
  return result?.ok === true && result.path !== '' ? result.path : undefined;
}

/** Name and cost of the root's rules, for the page; undefined where there are none or they can't be read. */
export async function rulesCost(
  space: FileSpace,
): Promise<{ readonly path: string; readonly tokens: number } | undefined> {
  for (const path of RULE_FILES) {
    const bytes = await bytesAt(space, path).catch(() => null);
    const text = bytes === null ? undefined : decodeText(bytes)?.text;
    if (text !== undefined && text.trim() !== '')
      return { path, tokens: estimateTokens(PROJECT_RULES(path, plain(text))) };
  }
  return undefined;
}
