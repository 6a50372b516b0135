// How the list of sessions is cut: pinned ones first, then by the reader's calendar. Pure; the words are the rail's.

import type { SessionHead } from '../../engine/session-head.ts';
import { daysBetween } from '../i18n/format.ts';

export type SessionGroup = {
  readonly heads: readonly SessionHead[];
} & (
  | { readonly kind: 'pinned' | 'today' | 'yesterday' | 'week' }
  /** Any moment of that month. */
  | { readonly kind: 'month'; readonly at: number }
);

const WEEK = 7;

/** `heads`: latest first. Archived ones are in no group. */
export function groupSessions(heads: readonly SessionHead[], now: number): readonly SessionGroup[] {
  const groups = new Map<string, { group: SessionGroup; heads: SessionHead[] }>();
  const pinned = heads.filter((head) => head.pinned === true);
  const others = heads.filter((head) => head.pinned !== true);
  for (const head of [...pinned, ...others]) {
    if (head.archived === true) continue;
    const [name, group] = groupOf(head, now);
    const known = groups.get(name);
    if (known !== undefined) known.heads.push(head);
    else groups.set(name, { group, heads: [head] });
  }
  return [...groups.values()].map(({ group, heads: inside }) => ({ ...group, heads: inside }));
}

function groupOf({ pinned, updatedAt }: SessionHead, now: number): readonly [string, SessionGroup] {
  const heads: readonly SessionHead[] = [];
  if (pinned === true) return ['pinned', { kind: 'pinned', heads }];
  const days = daysBetween(updatedAt, now);
  // A clock that was set back makes no group of its own.
  const kind = days <= 0 ? 'today' : days === 1 ? 'yesterday' : days < WEEK ? 'week' : 'month';
  if (kind !== 'month') return [kind, { kind, heads }];
  const date = new Date(updatedAt);
  return [`${date.getFullYear()}-${date.getMonth()}`, { kind, at: updatedAt, heads }];
}

/** The first `limit` rows, and in any case those up to the one that is open. */
export function cutGroups(
  groups: readonly SessionGroup[],
  limit: number,
  open: string | undefined,
): { readonly groups: readonly SessionGroup[]; readonly left: number } {
  const all = groups.flatMap(({ heads }) => heads);
  const openAt = all.findIndex(({ session }) => session === open);
  let room = Math.max(limit, openAt + 1);
  const left = Math.max(0, all.length - room);
  const shown: SessionGroup[] = [];
  for (const group of groups) {
    if (room <= 0) break;
    shown.push(group.heads.length <= room ? group : { ...group, heads: group.heads.slice(0, room) });
    room -= group.heads.length;
  }
  return { groups: shown, left };
}
