// Front file of the workspace: the file tools over one granted folder, and what a person does with its files
// (list, look, undo). One per file space; sessions share it, their bases are kept apart.

import type { Entry, StoredEvent } from '../../engine/events.ts';
import { type Failure, failure } from '../../engine/failures.ts';
import type { CallId, RunId, SessionId } from '../../engine/ids.ts';
import type { BlobStore, FileSpace, Hasher, Images, Scanner } from '../../engine/ports.ts';
import type { AnyTool } from '../../engine/tool.ts';
import { createAttachments } from './attachments.ts';
import { failing } from './attempt.ts';
import { createBases } from './bases.ts';
import { createMend } from './mend.ts';
import { createPathQueue } from './path-queue.ts';
import { filePath } from './paths.ts';
import { createReadTools } from './read-tools.ts';
import { createProjectRules, type ProjectRules, rulesCost } from './rules.ts';
import { createSearchTools } from './search-tools.ts';
import { decodeText } from './text-file.ts';
import { type ChangeTexts, createUndo, type UndonePath } from './undo.ts';
import { createWritePath } from './write-path.ts';
import { createWriteTools } from './write-tools.ts';

export { rulesCost };

export interface WorkspacePorts {
  readonly space: FileSpace;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly scanner: Scanner;
  readonly images: Images;
  /** The guard's judgement of a name (G3). */
  readonly isCredential: (path: string) => boolean;
}

export interface Workspace {
  readonly space: FileSpace;
  readonly tools: readonly AnyTool[];
  /** To be called before a run: what its session's participants have seen, from the entries of the active branch. */
  loadBases(session: SessionId, entries: readonly Entry[]): void;
  /** Of the active branch, and what comes while a run is on: what it brings can be read. */
  seeAttachments(entry: Entry): void;
  /** Only for a workspace that the person trusts; without `follow` no run hears of any. */
  readonly rules: Pick<ProjectRules, 'inPrompt' | 'follow'>;
  /** For people: no base comes of it. `text` is missing where it is none, or above `MAX_SHOWN`. */
  show(path: string): Promise<ShownFile | Failure>;
  /** Both texts of what a call did. `entries` of this and the following: those of the active branch. */
  change(entries: readonly Entry[], call: CallId): Promise<ChangeTexts | Failure>;
  /** Takes back what a run did, as far as nobody wrote since; `record` appends to the session's log. */
  undo(
    entries: readonly Entry[],
    run: RunId,
    record: (event: StoredEvent) => Promise<void>,
  ): Promise<readonly UndonePath[]>;
  /** After a crash: puts back what the log says this run had written and the platform lost. Returns those paths. */
  mend(entries: readonly Entry[], run: RunId): Promise<readonly string[]>;
  /** What stood at `path` before the run, as a new file beside it. */
  restoreCopy(
    entries: readonly Entry[],
    run: RunId,
    path: string,
  ): Promise<{ readonly path: string } | Failure>;
}

export interface ShownFile {
  readonly path: string;
  readonly text?: string;
  readonly size: number;
}

const MAX_SHOWN = 1_000_000;

export function createWorkspace({
  space,
  blobs,
  hasher,
  scanner,
  images,
  isCredential,
}: WorkspacePorts): Workspace {
  const bases = createBases();
  const attachments = createAttachments();
  const queue = createPathQueue();
  const files = createWritePath({ space, blobs, hasher, bases, queue });
  const rules = createProjectRules({ space, hasher });
  const undo = createUndo({ space, blobs, hasher, queue });
  return {
    space,
    tools: [
      ...createReadTools({ space, blobs, hasher, images, bases, attachments }),
      ...createSearchTools({ space, scanner, isCredential }),
      ...createWriteTools(files),
    ].map(rules.wrap),
    rules,
    loadBases: bases.load,
    seeAttachments: attachments.see,
    show: (given) =>
      failing(async () => {
        const result = filePath(given);
        if (!result.ok) return result.failure;
        const { path } = result;
        const stat = await space.stat(path);
        if (stat?.kind !== 'file')
          return failure('not-found', `there is no file ${path}`, { facts: { path } });
        const text = stat.size > MAX_SHOWN ? undefined : decodeText(await space.read(path))?.text;
        return { path, size: stat.size, ...(text === undefined ? {} : { text }) };
      }),
    change: undo.change,
    undo: undo.run,
    mend: createMend({ space, blobs, hasher, queue }),
    restoreCopy: undo.restoreCopy,
  };
}
