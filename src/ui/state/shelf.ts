// Sessions as things one keeps: found, jumped into, pinned, archived, deleted and taken back, exported, imported; and
// which menu or sheet about them is open. What happens inside an open session is the room's.

import { createModel, signal } from '@preact/signals';
import type { SessionId } from '../../engine/ids.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import type { HostApi, SearchHit } from '../../protocol/host.ts';
import type { App } from './app.ts';
import { go } from './router.ts';

export type ShelfSheet =
  | { readonly type: 'search'; readonly question: string }
  | { readonly type: 'rename' | 'delete' | 'export'; readonly session: SessionId };

/** A place in a session that somebody wants to see, and the words that led there. */
export interface Jump {
  readonly session: SessionId;
  readonly seq: number;
  readonly message: string;
  readonly question: string;
}

export interface OpenMenu {
  readonly session: SessionId;
  readonly at: DOMRect;
  /** Gets the focus back. */
  readonly from: HTMLElement;
}

/** More than anybody reads; the search goes on only as far. */
const MOST_HITS = 200;

export const ShelfModel = createModel((host: HostApi, app: App) => {
  const sheet = signal<ShelfSheet | undefined>(undefined);
  const menu = signal<OpenMenu | undefined>(undefined);
  const target = signal<Jump | undefined>(undefined);
  return {
    sheet,
    menu,
    /** Where the open session is to scroll to; it clears this once it is there. */
    target,
    open: (wanted: ShelfSheet) => {
      menu.value = undefined;
      sheet.value = wanted;
    },
    openSearch: (question = '') => {
      sheet.value = { type: 'search', question };
    },
    close: () => {
      sheet.value = undefined;
    },
    /** Messages of all sessions that hold every word, as they are found. Who stops reading stops the search. */
    search: (question: string) => host.searchSessions(question, MOST_HITS),
    jump: ({ session, seq, message }: SearchHit, question: string) => {
      sheet.value = undefined;
      target.value = { session, seq, message, question };
      go({ type: 'session', session });
    },
    rename: (session: SessionId, title: string) => app.attempt(host.rename(session, title)),
    mark: (session: SessionId, mark: { readonly pinned?: boolean; readonly archived?: boolean }) =>
      app.attempt(host.markSession(session, mark)),
    removedSessions: (): Promise<readonly SessionHead[]> => host.removedSessions(),
    restore: (session: SessionId) => app.attempt(host.restoreSession(session)),
    purge: (session: SessionId) => app.attempt(host.purgeSession(session)),
    exportSession: (...wanted: Parameters<HostApi['exportSession']>) => host.exportSession(...wanted),
    importFile: (bytes: Uint8Array) => host.importFile(bytes),
  };
});

export type Shelf = InstanceType<typeof ShelfModel>;
