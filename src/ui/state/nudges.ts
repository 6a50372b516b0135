// What the app says of its storage by itself, at most one thing at a time, and what was waved away. Only once somebody
// has worked with a model of their own: the demo is nothing to lose.

import type { SessionHead } from '../../engine/session-head.ts';
import type { BackupState } from '../../protocol/host.ts';
import { isReal } from './real-session.ts';

export type Nudge = { readonly type: 'persist' } | { readonly type: 'backup'; readonly days?: number };

const KEY = 'bowline.nudges';
const DAY_MS = 86_400_000;

interface Facts {
  readonly sessions: readonly SessionHead[];
  readonly persisted: boolean;
  readonly backup: BackupState;
  /** Days; 0 = never. */
  readonly reminder: number;
  readonly dismissed: Dismissed;
  readonly now: number;
}

type Dismissed = Readonly<Partial<Record<Nudge['type'], number>>>;

export function nudgeOf({ sessions, persisted, backup, reminder, dismissed, now }: Facts): Nudge | undefined {
  const real = sessions.filter(isReal);
  if (real.length === 0) return undefined;
  if (!persisted && dismissed.persist === undefined) return { type: 'persist' };
  if (reminder === 0) return undefined;
  const lastAt = Math.max(backup.lastAt ?? 0, backup.downloadedAt ?? 0);
  const since = lastAt > 0 ? lastAt : Math.min(...real.map(({ createdAt }) => createdAt));
  const isOld = now - since >= reminder * DAY_MS;
  if (!isOld || now - (dismissed.backup ?? 0) < reminder * DAY_MS) return undefined;
  return { type: 'backup', ...(lastAt > 0 ? { days: Math.floor((now - lastAt) / DAY_MS) } : {}) };
}

export function readDismissed(): Dismissed {
  try {
    const { persist, backup }: Readonly<Record<string, unknown>> = {
      ...Object(JSON.parse(localStorage.getItem(KEY) ?? '{}')),
    };
    return {
      ...(typeof persist === 'number' ? { persist } : {}),
      ...(typeof backup === 'number' ? { backup } : {}),
    };
  } catch {
    return {};
  }
}

export function dismiss(type: Nudge['type'], now: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readDismissed(), [type]: now }));
  } catch {
    // Full or forbidden: it is said again next time.
  }
}
