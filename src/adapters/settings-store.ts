// Where the settings are kept: one value in IndexedDB, or in memory. What they are is features/settings.ts.

import { DEFAULT_SETTINGS, readSettings, type Settings } from '../features/settings.ts';
import { type Db, read, transact } from './db.ts';

export interface SettingsStore {
  /** Total: older or damaged settings come out valid. */
  load(): Promise<Settings>;
  save(settings: Settings): Promise<void>;
}

const KEY = 'settings';

export function createSettingsStore(db: Db): SettingsStore {
  return {
    load: async () => readSettings(await read(db, ['values'], (tx) => tx.objectStore('values').get(KEY))),
    async save(settings) {
      await transact(db, ['values'], 'strict', (tx) => tx.objectStore('values').put(settings, KEY));
    },
  };
}

export function createMemorySettingsStore(initial: Partial<Settings> = {}): SettingsStore {
  let kept: Settings = { ...DEFAULT_SETTINGS, ...initial };
  return {
    load: async () => readSettings(kept),
    async save(settings) {
      kept = structuredClone(settings);
    },
  };
}
