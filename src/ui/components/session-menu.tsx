// What can be done with a session of the list: the menu of its row, opened by its button, the right mouse button or the
// menu key.

import { Archive, ArchiveRestore, Download, Pencil, Pin, PinOff, Trash2 } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SessionId } from '../../engine/ids.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { titleOf } from '../names.ts';
import { addressOf } from '../state/router.ts';
import type { OpenMenu } from '../state/shelf.ts';
import { Menu, type MenuItem } from './menu.tsx';

/** The row stands elsewhere now: whoever moved it by keyboard goes with it. */
function keepPlace(session: SessionId): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const address = CSS.escape(addressOf({ type: 'session', session }));
    document.querySelector<HTMLElement>(`.session-row [href="${address}"]`)?.focus();
  });
}

export function SessionMenu({ menu }: { readonly menu: OpenMenu }): VNode | null {
  const { app, shelf } = useUi();
  // What an item opens is here before it is chosen: no key typed into it is lost on the way.
  useEffect(() => void import('./session-sheet.tsx').catch(() => undefined), []);
  const { session } = menu;
  const head = app.sessions.value.find((known) => known.session === session);
  if (head === undefined) return null;
  const pinned = head.pinned === true;
  const archived = head.archived === true;
  const runs = head.openRuns.some(({ status }) => status === 'running');
  const items: readonly MenuItem[] = [
    { icon: Pencil, label: t('room.rename'), act: () => shelf.open({ type: 'rename', session }) },
    {
      icon: pinned ? PinOff : Pin,
      label: t(pinned ? 'shelf.unpin' : 'shelf.pin'),
      act: () => void shelf.mark(session, { pinned: !pinned }).then(() => keepPlace(session)),
    },
    {
      icon: archived ? ArchiveRestore : Archive,
      label: t(archived ? 'shelf.unarchive' : 'shelf.archive'),
      unless: runs && !archived ? t('shelf.archive.runs') : undefined,
      act: () => void shelf.mark(session, { archived: !archived }),
    },
    { icon: Download, label: t('export.name'), act: () => shelf.open({ type: 'export', session }) },
    {
      icon: Trash2,
      label: t('room.delete'),
      unless: runs ? t('shelf.delete.runs') : undefined,
      act: () => shelf.open({ type: 'delete', session }),
    },
  ];
  return (
    <Menu
      label={t('rail.row', { title: titleOf(head) })}
      items={items}
      at={menu.at}
      from={menu.from}
      onClose={() => {
        if (shelf.menu.value === menu) shelf.menu.value = undefined;
      }}
    />
  );
}
