// The rail: a new session, the search, the sessions by day with what they wait for, the places. The menu of a row and
// the sheets are chunks of their own.

import {
  Activity,
  Archive,
  Bookmark,
  Ellipsis,
  FlaskConical,
  GitFork,
  HardDrive,
  Library,
  type LucideIcon,
  PanelLeft,
  Plug,
  Plus,
  Puzzle,
  Search,
  Settings,
  Users,
} from 'lucide-preact';
import { Fragment, type TargetedKeyboardEvent, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionHead } from '../../engine/session-head.ts';
import { useUi } from '../context.ts';
import { formatMonth } from '../i18n/format.ts';
import { t } from '../i18n/text.ts';
import { titleOf } from '../names.ts';
import { addressOf, go, PLACES, type Place, route } from '../state/router.ts';
import { newSessionId } from '../state/app.ts';
import { isReal } from '../state/real-session.ts';
import { cutGroups, groupSessions, type SessionGroup } from '../state/session-groups.ts';
import { Icon, Knot, State } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { memo } from './memo.ts';

const StorageNudge = lazy(() => import('./storage-nudge.tsx').then((chunk) => chunk.StorageNudge));

const PLACE_ICONS: Readonly<Record<Place, LucideIcon>> = {
  agents: Users,
  knowledge: Library,
  memory: Bookmark,
  skills: Puzzle,
  connectors: Plug,
  recorder: Activity,
  evals: FlaskConical,
};

const OpenSessionMenu = lazy(() => import('./session-menu.tsx').then((chunk) => chunk.SessionMenu));

/** `within`: in the drawer of a narrow page, outside of which nothing can be pressed while it is open. */
export function SessionMenu({ within }: { readonly within: boolean }): VNode | null {
  const menu = useUi().shelf.menu.value;
  return menu === undefined || (menu.from.closest('dialog') !== null) !== within ? null : (
    <OpenSessionMenu menu={menu} />
  );
}

/** Rows drawn at first, and more each time one comes near their end. */
const FIRST_ROWS = 80;
const MORE_ROWS = 200;

export function stateOf(head: SessionHead): 'waiting' | 'running' | 'interrupted' | undefined {
  if (head.approvals.length > 0 || head.blocked !== undefined || head.questions !== undefined)
    return 'waiting';
  const [run] = head.openRuns;
  return run?.status;
}

const SessionRow = memo(
  ({ head, current }: { readonly head: SessionHead; readonly current: boolean }): VNode => {
    const { shelf } = useUi();
    const more = useRef<HTMLButtonElement>(null);
    const state = stateOf(head);
    const title = titleOf(head);
    const openMenu = (at: DOMRect, from: HTMLElement): void => {
      shelf.menu.value = { session: head.session, at, from };
    };
    // One stop of the Tab key a row, and a second one in the row that has the focus.
    const reach = (tabIndex: number) => (): void => {
      if (more.current !== null) more.current.tabIndex = tabIndex;
    };
    return (
      <div
        class="session-row"
        onFocusIn={reach(0)}
        onFocusOut={reach(-1)}
        onContextMenu={(event) => {
          const link = event.currentTarget.querySelector('a');
          if (link === null) return;
          event.preventDefault();
          // From the keyboard it comes without a place, or with that of the link.
          const byHand = event.button === 2 && event.clientX > 0;
          openMenu(byHand ? new DOMRect(event.clientX, event.clientY) : link.getBoundingClientRect(), link);
        }}
      >
        <a
          class="row"
          href={addressOf({ type: 'session', session: head.session })}
          {...(current ? { 'aria-current': 'page' } : {})}
        >
          <span class="cut" dir="auto">
            {title}
          </span>
          {head.origin?.session === undefined ? null : (
            <>
              <Icon of={GitFork} small />
              <span class="sr">{t('rail.fork')}</span>
            </>
          )}
          {state === undefined ? null : <State of={state} wordless />}
        </a>
        <button
          ref={more}
          type="button"
          class="btn plain icon small"
          tabIndex={-1}
          aria-label={t('rail.row', { title })}
          aria-haspopup="menu"
          onClick={(event) => openMenu(event.currentTarget.getBoundingClientRect(), event.currentTarget)}
        >
          <Icon of={Ellipsis} />
        </button>
      </div>
    );
  },
);

function groupName(group: SessionGroup): string {
  return group.kind === 'month' ? formatMonth(group.at) : t(`rail.${group.kind}`);
}

/** Arrow keys go from row to row; Home and End to the first and last one drawn. */
function onRowKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a.row')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at < 0) return;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

function Sessions(): VNode {
  const { app } = useUi();
  const at = route();
  const open = at.type === 'session' ? at.session : undefined;
  const [limit, setLimit] = useState(FIRST_ROWS);
  const end = useRef<HTMLDivElement>(null);
  const { groups, left } = cutGroups(groupSessions(app.sessions.value, Date.now()), limit, open);
  useEffect(() => {
    if (end.current === null) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setLimit((before) => before + MORE_ROWS);
      },
      { root: end.current.closest('section'), rootMargin: '600px' },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [left]);
  return (
    <section aria-label={t('rail.sessions')} onKeyDown={onRowKey}>
      {groups.length === 0 ? (
        <>
          <h2>{t('rail.sessions')}</h2>
          {/* Before the start nobody knows what there is. */}
          {app.boot.value === undefined ? null : <p>{t('rail.none')}</p>}
        </>
      ) : (
        groups.map((group) => (
          <Fragment key={groupName(group)}>
            <h2>{groupName(group)}</h2>
            {group.heads.map((head) => (
              <SessionRow key={head.session} head={head} current={head.session === open} />
            ))}
          </Fragment>
        ))
      )}
      {left > 0 ? <div ref={end} class="rest" /> : null}
    </section>
  );
}

export function Rail({ onHide }: { readonly onHide: () => void }): VNode {
  const { app, panel, shelf } = useUi();
  const at = route();
  const isNew = at.type === 'session' && !app.sessions.value.some(({ session }) => session === at.session);
  const current = (here: boolean): { 'aria-current'?: 'page' } => (here ? { 'aria-current': 'page' } : {});
  return (
    <aside
      class="rail"
      aria-label={t('rail.name')}
      onClick={({ target }) => {
        // Also where one already is: the drawer has done its work.
        if (target instanceof Element && target.closest('a') !== null) panel.sheet.value = undefined;
      }}
    >
      <header>
        <Knot />
        {t('app.name')}
        <button type="button" class="btn plain icon small push" aria-label={t('rail.hide')} onClick={onHide}>
          <Icon of={PanelLeft} turns />
        </button>
      </header>
      <div class="tools">
        <button
          type="button"
          class="row"
          {...current(isNew)}
          onClick={() => {
            panel.sheet.value = undefined;
            go({ type: 'session', session: newSessionId() });
          }}
        >
          <Icon of={Plus} />
          {t('rail.new')}
        </button>
        <button type="button" class="row" aria-haspopup="dialog" onClick={() => shelf.openSearch()}>
          <Icon of={Search} />
          {t('rail.search')}
        </button>
      </div>
      <Sessions />
      <nav aria-label={t('rail.places')}>
        <a class="row" href={addressOf({ type: 'archive' })} {...current(at.type === 'archive')}>
          <Icon of={Archive} />
          {t('rail.archive')}
        </a>
        {PLACES.map((place) => (
          <a
            key={place}
            class="row"
            href={addressOf({ type: 'place', place })}
            {...current(at.type === 'place' && at.place === place)}
          >
            <Icon of={PLACE_ICONS[place]} />
            {t(`place.${place}`)}
          </a>
        ))}
        <a
          class="row"
          href={addressOf({ type: 'settings', page: 'models' })}
          {...current(at.type === 'settings')}
        >
          <Icon of={Settings} />
          {t('place.settings')}
        </a>
      </nav>
      {app.sessions.value.some(isReal) ? <StorageNudge /> : null}
      <footer>
        <Icon of={HardDrive} />
        <span>{t('rail.kept')}</span>
      </footer>
      <SessionMenu within />
    </aside>
  );
}
