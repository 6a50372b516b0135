// What a backup takes of a platform and gives back to it. What is here already is never overwritten.

import type { BackupPorts } from '../src/features/backup/backup.ts';
import { readRules } from '../src/features/guard/guard.ts';
import { readAccounts, vaultName } from '../src/features/providers/providers.ts';
import { readEntry } from '../src/features/sessions/sessions.ts';
import { readSettings } from '../src/features/settings.ts';
import type { Platform } from './platform.ts';

export function backupPorts(platform: Platform): BackupPorts {
  const { log, blobs, hasher, clock, sealer, settings, accounts, rules, vault, workspaces, folders } =
    platform;
  return {
    log,
    blobs,
    hasher,
    clock,
    sealer,
    readEntry,
    settings: () => settings.load(),
    restoreSettings: (value) => settings.save(readSettings(value)),
    accounts: async () => readAccounts(await accounts.all()),
    restoreAccounts: async (values) => {
      const there = new Set(readAccounts(await accounts.all()).map(({ id }) => id));
      const fresh = readAccounts(values).filter(({ id }) => !there.has(id));
      for (const account of fresh) await accounts.put(account);
      return fresh.length;
    },
    rules: () => rules.list(),
    restoreRules: async (values) => {
      const there = new Set((await rules.list()).map(({ id }) => id));
      const fresh = readRules(values).filter(({ id }) => !there.has(id));
      for (const rule of fresh) await rules.put(rule);
      return fresh.length;
    },
    keys: async () => {
      const found = [];
      for (const { id, baseUrl, hasKey } of readAccounts(await accounts.all())) {
        const { origin } = new URL(baseUrl);
        const secret = hasKey ? await vault.get(vaultName(id), origin) : undefined;
        if (secret !== undefined) found.push({ name: vaultName(id), origin, secret });
      }
      return found;
    },
    workspaces: async () => {
      const own = (await folders.list()).filter(({ kind }) => kind === 'private');
      return Promise.all([
        ...workspaces
          .filter(({ kind }) => kind !== 'folder')
          .map(async (source) => ({ space: await source.open(), rules: true })),
        ...own.map(async ({ id, rules }) => ({ space: await folders.open(id), rules })),
      ]);
    },
    makeWorkspace: async ({ id, name, rules: rulesOn }) => {
      await folders.addPrivate(name, { id, rules: rulesOn });
      return folders.open(id);
    },
    restoreKeys: async (keys) => {
      // A key that is here stays: it is not older than a backup.
      for (const { name, origin, secret } of keys)
        if (!(await vault.has(name))) await vault.put(name, secret, origin);
    },
  };
}
