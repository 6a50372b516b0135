// The address is the hash: `#/s/ID`, `#/settings/PAGE`, `#/connect?…`, `#/PLACE`, `#/`. A key in a connect link leaves
// the address before anything is drawn and lives only in the sheet that it fills.

import { signal } from '@preact/signals';
import { asId, type SessionId } from '../../engine/ids.ts';
import { type ConnectLink, readConnectLink, withoutKey } from '../../features/providers/fold.ts';

export const SETTINGS_PAGES = [
  'models',
  'permissions',
  'budgets',
  'storage',
  'network',
  'appearance',
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];
export const PLACES = ['agents', 'knowledge', 'memory', 'skills', 'connectors', 'recorder', 'evals'] as const;
export type Place = (typeof PLACES)[number];

export type Route =
  | { readonly type: 'root' }
  | { readonly type: 'session'; readonly session: SessionId }
  | { readonly type: 'settings'; readonly page: SettingsPage }
  | { readonly type: 'place'; readonly place: Place }
  | { readonly type: 'archive' }
  | { readonly type: 'connect'; readonly link: ConnectLink };

const current = signal<Route>({ type: 'root' });

export function route(): Route {
  return current.value;
}

function read(hash: string): Route {
  const link = readConnectLink(hash);
  if (link !== undefined) return { type: 'connect', link };
  const [, first = '', second = ''] = hash.split('/');
  const session = first === 's' ? decoded(second) : '';
  if (session !== '') return { type: 'session', session: asId(session) };
  if (first === 'settings')
    return { type: 'settings', page: SETTINGS_PAGES.find((page) => page === second) ?? 'models' };
  if (first === 'archive') return { type: 'archive' };
  const place = PLACES.find((name) => name === first);
  return place === undefined ? { type: 'root' } : { type: 'place', place };
}

/** '' for what is no address of ours: people type, and links break. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

let cleaned = '';

function follow(): void {
  const { hash } = location;
  // The event of the address that was cleaned comes late: its key would be lost to its own trace.
  if (hash === cleaned && current.value.type === 'connect') return;
  current.value = read(hash);
  cleaned = withoutKey(hash);
  const right = current.value.type === 'connect' ? cleaned : rightAddress(current.value, hash);
  if (right !== hash) history.replaceState(history.state, '', right);
}

/** An address that leads nowhere gives way to that of what is shown. */
function rightAddress(to: Exclude<Route, { type: 'connect' }>, hash: string): string {
  if (to.type === 'session' || (to.type === 'root' && hash === '')) return hash;
  return addressOf(to);
}

/** Contract: called before the first paint; takes the key of a link out of the address and out of the history. */
export function startRouter(): void {
  follow();
  addEventListener('hashchange', follow);
}

export function addressOf(to: Exclude<Route, { type: 'connect' }>): string {
  switch (to.type) {
    case 'root':
      return '#/';
    case 'session':
      return `#/s/${encodeURIComponent(to.session)}`;
    case 'settings':
      return `#/settings/${to.page}`;
    case 'place':
      return `#/${to.place}`;
    case 'archive':
      return '#/archive';
  }
}

export function go(to: Exclude<Route, { type: 'connect' }>): void {
  location.hash = addressOf(to);
  current.value = to;
}

/** From the root to what it shows. A link that was followed meanwhile is not yet told of, and counts more. */
export function leadOn(to: Exclude<Route, { type: 'connect' }>): void {
  if (read(location.hash).type === 'root') replace(to);
}

/** Leaves no step in the history: for addresses that only lead on. */
export function replace(to: Exclude<Route, { type: 'connect' }>): void {
  history.replaceState(history.state, '', addressOf(to));
  current.value = to;
}
