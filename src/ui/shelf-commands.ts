// Commands about sessions as things one keeps, for the palette and the keyboard: search, and what the menu of the open
// session has.

import { computed, type ReadonlySignal } from '@preact/signals';
import type { SessionHead } from '../engine/session-head.ts';
import { t } from './i18n/later.ts';
import type { Command } from './state/commands.ts';
import { go, route } from './state/router.ts';
import type { Ui } from './state/ui.ts';

export function shelfCommands({ app, shelf }: Ui): ReadonlySignal<readonly Command[]> {
  const open = computed<SessionHead | undefined>(() => {
    const at = route();
    return at.type === 'session'
      ? app.sessions.value.find(({ session }) => session === at.session)
      : undefined;
  });
  const rests = (): boolean => open.value?.openRuns.every(({ status }) => status !== 'running') ?? false;
  const about = (id: string, title: () => string, run: (head: SessionHead) => void): Command => ({
    id,
    group: 'session',
    title,
    when: id === 'delete' || id === 'archive-session' ? rests : () => open.value !== undefined,
    run: () => {
      const head = open.peek();
      if (head !== undefined) run(head);
    },
  });
  return computed(() => [
    {
      id: 'search',
      group: 'session',
      title: () => t('search.name'),
      keys: 'Mod+Shift+f',
      run: () => shelf.openSearch(),
    },
    about(
      'rename',
      () => t('shelf.rename'),
      ({ session }) => shelf.open({ type: 'rename', session }),
    ),
    about(
      'pin',
      () => t(open.value?.pinned === true ? 'shelf.unpin' : 'shelf.pin'),
      ({ session, pinned }) => void shelf.mark(session, { pinned: pinned !== true }),
    ),
    about(
      'archive-session',
      () => t(open.value?.archived === true ? 'shelf.unarchive' : 'shelf.archive.this'),
      ({ session, archived }) => void shelf.mark(session, { archived: archived !== true }),
    ),
    about(
      'export',
      () => t('export.title'),
      ({ session }) => shelf.open({ type: 'export', session }),
    ),
    about(
      'delete',
      () => t('room.delete'),
      ({ session }) => shelf.open({ type: 'delete', session }),
    ),
    {
      id: 'archive',
      group: 'place',
      title: () => t('rail.archive'),
      words: () => `${t('import.title')} ${t('removed.title')}`,
      run: () => go({ type: 'archive' }),
    },
  ]);
}
