// Front file of the workspace: the file tools over one granted folder, and what a person does with its files
// (list, look, undo). One per file space; sessions share it, their bases are kept apart.

import type { Entry } from '../../engine/events.ts';
import type { SessionId } from '../../engine/ids.ts';
import type { BlobStore, FileSpace, Hasher, Scanner } from '../../engine/ports.ts';
import type { AnyTool } from '../../engine/tool.ts';
import { createBases } from './bases.ts';
import { createPathQueue } from './path-queue.ts';
import { createReadTools } from './read-tools.ts';
import { createSearchTools } from './search-tools.ts';
import { createWritePath } from './write-path.ts';
import { createWriteTools } from './write-tools.ts';

export interface WorkspacePorts {
  readonly space: FileSpace;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly scanner: Scanner;
  /** The guard's judgement of a name (G3). */
  readonly isCredential: (path: string) => boolean;
}

export interface Workspace {
  readonly space: FileSpace;
  readonly tools: readonly AnyTool[];
  /** To be called before a run: what its session's participants have seen, from the entries of the active branch. */
  loadBases(session: SessionId, entries: readonly Entry[]): void;
}

export function createWorkspace({ space, blobs, hasher, scanner, isCredential }: WorkspacePorts): Workspace {
  const bases = createBases();
  const files = createWritePath({ space, blobs, hasher, bases, queue: createPathQueue() });
  return {
    space,
    tools: [
      ...createReadTools({ space, hasher, bases }),
      ...createSearchTools({ space, scanner, isCredential }),
      ...createWriteTools(files),
    ],
    loadBases: bases.load,
  };
}
