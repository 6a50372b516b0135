// A whole harness without a browser: every port in memory, one workspace, one scripted model behind a maker. Tabs over
// one storage share log, blobs, locks and channel, and nothing else.

import type { Response } from '../../src/engine/ports.ts';

import { createMemoryBlobs } from '../../src/engine/testing/memory-blobs.ts';
import { createMemoryFiles, type MemoryFiles } from '../../src/engine/testing/memory-files.ts';
import { createMemoryLog, type MemoryLog } from '../../src/engine/testing/memory-log.ts';
import { createMemoryScanner } from '../../src/engine/testing/memory-scanner.ts';
import { createMemoryTabs, type MemoryTabs } from '../../src/engine/testing/memory-tabs.ts';
import { type Script, type ScriptedModel, scriptedModel } from '../../src/engine/testing/scripted-model.ts';
import { createSequentialIds } from '../../src/engine/testing/sequential-ids.ts';
import { createVirtualClock, type VirtualClock } from '../../src/engine/testing/virtual-clock.ts';
import { createMemoryBackupPlace } from '../../src/adapters/backup-folder.ts';
import { createHasher } from '../../src/adapters/hash.ts';
import { createMemoryVault } from '../../src/adapters/memory-vault.ts';
import { createPlainImages } from '../../src/adapters/images.ts';
import { createSealer } from '../../src/adapters/sealer.ts';
import { createMemorySettingsStore } from '../../src/adapters/settings-store.ts';
import { createMemoryRuleStore } from '../../src/features/guard/guard.ts';
import { createMemoryDiagnostics } from '../../src/features/diagnostics/forms.ts';
import { createMemoryDayStore } from '../../src/features/day-budget.ts';
import { createMemoryAccountsStore } from '../../src/features/providers/providers.ts';
import { foldHead } from '../../src/features/sessions/sessions.ts';
import type { Platform, TabMessage } from '../platform.ts';
import { createMemoryFolders, type MemoryFolders } from './memory-folders.ts';

export interface MemoryStorage {
  readonly clock: VirtualClock;
  readonly log: MemoryLog;
  readonly files: MemoryFiles;
  readonly folders: MemoryFolders;
  readonly tabs: MemoryTabs<TabMessage>;
  readonly blobs: Platform['blobs'];
  readonly vault: Platform['vault'];
  readonly settings: Platform['settings'];
  readonly accounts: Platform['accounts'];
  readonly rules: Platform['rules'];
}

export function createMemoryStorage(): MemoryStorage {
  const clock = createVirtualClock();
  return {
    clock,
    log: createMemoryLog({ fold: foldHead, clock }),
    files: createMemoryFiles(),
    folders: createMemoryFolders(),
    tabs: createMemoryTabs(),
    blobs: createMemoryBlobs(),
    vault: createMemoryVault(),
    settings: createMemorySettingsStore({
      model: 'ollama/scripted',
      mode: 'auto',
      roles: { title: 'ollama/scripted' },
    }),
    accounts: createMemoryAccountsStore([
      {
        id: 'ollama',
        provider: 'ollama',
        baseUrl: 'http://127.0.0.1:11434/v1',
        hasKey: false,
        models: [{ id: 'scripted' }],
        addedAt: 0,
      },
    ]),
    rules: createMemoryRuleStore(),
  };
}

export interface MemoryTab {
  readonly platform: Platform;
  readonly model: ScriptedModel;
  crash(): void;
  freeze(): void;
  thaw(): void;
}

let opened = 0;

export function openTab(storage: MemoryStorage, scripts: readonly Script[] = []): MemoryTab {
  const { tabs, files, folders, ...stores } = storage;
  const model = scriptedModel(scripts);
  const tab = tabs.open();
  opened += 1;
  return {
    model,
    crash: tab.crash,
    freeze: tab.freeze,
    thaw: tab.thaw,
    platform: {
      ...stores,
      day: createMemoryDayStore(),
      http: { fetch: (): Promise<Response> => Promise.reject(new TypeError('no network in a test')) },
      network: () => [],
      onNetwork: () => undefined,
      ids: createSequentialIds(`tab${opened}`),
      random: () => 0,
      hasher: createHasher(),
      scanner: createMemoryScanner({ grep: () => [], select: () => [] }),
      makers: new Proxy({} as Platform['makers'], { get: () => async () => model }),
      workspaces: [{ id: 'sample', name: 'Sample', kind: 'sample', open: async () => files }],
      folders,
      resetSample: () => Promise.resolve(),
      sealer: createSealer(10),
      images: createPlainImages(),
      backups: createMemoryBackupPlace(),
      storage: async () => ({ estimate: async () => ({ used: 0, quota: 0, persisted: false }) }),
      diagnostics: createMemoryDiagnostics(() => stores.clock.now()),
      locks: tab.locks,
      channel: { ...tab.channel, close: tab.crash },
      onStorageLost: () => undefined,
      attended: true,
    },
  };
}
