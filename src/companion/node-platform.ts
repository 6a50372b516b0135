// Node's adapters, as the one record that the harness takes: a real folder, a log of JSON lines, keys from the
// environment, and nobody who could be asked.

import { mkdir, realpath } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Platform } from '../../workers/platform.ts';
import { createMemoryBackupPlace } from '../adapters/backup-folder.ts';
import { createSystemClock } from '../adapters/clock.ts';
import { createNoFolders } from '../adapters/folders.ts';
import { createHasher } from '../adapters/hash.ts';
import { createRandomIds } from '../adapters/ids.ts';
import { createMemoryVault } from '../adapters/memory-vault.ts';
import { createMakers } from '../adapters/providers/makers.ts';
import { createPlainImages } from '../adapters/images.ts';
import { createSealer } from '../adapters/sealer.ts';
import { createMemorySettingsStore } from '../adapters/settings-store.ts';
import type { FileSpace } from '../engine/ports.ts';
import { createMemoryDiagnostics } from '../features/diagnostics/forms.ts';
import { createMemoryDayStore } from '../features/day-budget.ts';
import { createMemoryRuleStore } from '../features/guard/guard.ts';
import { createMemoryAccountsStore } from '../features/providers/providers.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { createSilentChannel, createSoloLocks } from './alone.ts';
import { createDirectoryBlobs } from './directory-blobs.ts';
import type { HeadlessOptions } from './headless-arguments.ts';
import { createJsonlLog } from './jsonl-log.ts';
import { createNodeFiles } from './node-files.ts';
import { createNodeHttp } from './node-http.ts';
import { createNodeScanner } from './node-scanner.ts';
import { withoutFolder } from './without-folder.ts';

/** The id of the folder named by `--cwd`. */
const WORKSPACE = 'folder';

export interface NodePlaces {
  /** Where log and snapshots are kept. */
  readonly state: string;
  /** The bundle of scan-thread.ts. */
  readonly scanThread: URL;
}

/** `state` is made where it is missing. Contract: touches nothing else; the folder is opened by the first run. */
export async function createNodePlatform(
  options: HeadlessOptions,
  { state, scanThread }: NodePlaces,
): Promise<Platform> {
  await mkdir(state, { recursive: true });
  const root = await realpath(options.cwd);
  const inside = relative(root, await realpath(state))
    .split(sep)
    .join('/');
  const clock = createSystemClock();
  const hasher = createHasher();
  const blobs = createDirectoryBlobs({ dir: join(state, 'blobs'), hasher });
  const http = createNodeHttp({ clock });
  const name = basename(root);
  const open = async (): Promise<FileSpace> => {
    const space = createNodeFiles({ id: WORKSPACE, name, root });
    const isAbove = inside === '..' || inside.startsWith('../');
    return inside === '' || isAbove ? space : withoutFolder(space, inside);
  };
  return {
    log: createJsonlLog({ dir: join(state, 'log'), fold: foldHead, clock }),
    blobs,
    vault: createMemoryVault(),
    settings: createMemorySettingsStore({
      model: options.model,
      mode: options.mode,
      workspace: WORKSPACE,
      ...(options.maxTurns !== undefined && { maxTurns: options.maxTurns }),
    }),
    accounts: createMemoryAccountsStore(),
    rules: createMemoryRuleStore(),
    day: createMemoryDayStore(),
    http,
    network: () => http.entries(),
    onNetwork: () => undefined,
    clock,
    ids: createRandomIds(),
    random: Math.random,
    hasher,
    scanner: createNodeScanner({ clock, entry: scanThread }),
    makers: createMakers({ http, clock, blobs }),
    workspaces: [{ id: WORKSPACE, name, kind: 'folder', open }],
    folders: createNoFolders(),
    resetSample: () => Promise.resolve(),
    sealer: createSealer(),
    images: createPlainImages(),
    backups: createMemoryBackupPlace(),
    storage: async () => ({ estimate: async () => ({ used: 0, quota: 0, persisted: true }) }),
    diagnostics: createMemoryDiagnostics(() => clock.now()),
    locks: createSoloLocks(),
    channel: createSilentChannel(),
    onStorageLost: () => undefined,
    attended: false,
  };
}
