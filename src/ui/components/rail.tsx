// The rail: a new session, the sessions by day with what they wait for, the places.

import {
  Activity,
  Bookmark,
  FlaskConical,
  HardDrive,
  Library,
  type LucideIcon,
  PanelLeft,
  Plug,
  Plus,
  Puzzle,
  Settings,
  Users,
} from 'lucide-preact';
import type { VNode } from 'preact';
import type { SessionHead } from '../../engine/session-head.ts';
import { useUi } from '../context.ts';
import { daysBetween } from '../i18n/format.ts';
import { t } from '../i18n/text.ts';
import { addressOf, go, PLACES, type Place, route } from '../state/router.ts';
import { newSessionId } from '../state/app.ts';
import { Icon, Knot, State } from './icon.tsx';

const PLACE_ICONS: Readonly<Record<Place, LucideIcon>> = {
  agents: Users,
  knowledge: Library,
  memory: Bookmark,
  skills: Puzzle,
  connectors: Plug,
  recorder: Activity,
  evals: FlaskConical,
};

const DAYS = ['rail.today', 'rail.yesterday', 'rail.earlier'] as const;

export function stateOf(head: SessionHead): 'waiting' | 'running' | 'interrupted' | undefined {
  if (head.approvals.length > 0) return 'waiting';
  const [run] = head.openRuns;
  return run?.status;
}

function SessionRow({ head, current }: { readonly head: SessionHead; readonly current: boolean }): VNode {
  const state = stateOf(head);
  return (
    <a
      class="row"
      href={addressOf({ type: 'session', session: head.session })}
      {...(current ? { 'aria-current': 'page' } : {})}
    >
      <span class="cut" dir="auto">
        {head.title === '' ? t('session.untitled') : head.title}
      </span>
      {state === undefined ? null : <State of={state} wordless />}
    </a>
  );
}

function Sessions(): VNode {
  const { app } = useUi();
  const at = route();
  const open = at.type === 'session' ? at.session : undefined;
  const now = Date.now();
  const groups = DAYS.map((day, index) => ({
    day,
    heads: app.sessions.value.filter(
      ({ updatedAt }) => Math.min(Math.max(daysBetween(updatedAt, now), 0), 2) === index,
    ),
  })).filter(({ heads }) => heads.length > 0);
  return (
    <section aria-label={t('rail.sessions')}>
      {groups.length === 0 ? (
        <>
          <h2>{t('rail.sessions')}</h2>
          <p>{t('rail.none')}</p>
        </>
      ) : (
        groups.map(({ day, heads }) => (
          <>
            <h2 key={day}>{t(day)}</h2>
            {heads.map((head) => (
              <SessionRow key={head.session} head={head} current={head.session === open} />
            ))}
          </>
        ))
      )}
    </section>
  );
}

export function Rail({ onHide }: { readonly onHide: () => void }): VNode {
  const { app, panel } = useUi();
  const at = route();
  const isNew = at.type === 'session' && !app.sessions.value.some(({ session }) => session === at.session);
  const current = (here: boolean): { 'aria-current'?: 'page' } => (here ? { 'aria-current': 'page' } : {});
  return (
    <aside class="rail" aria-label={t('rail.name')}>
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
      </div>
      <Sessions />
      <nav aria-label={t('rail.places')}>
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
      <footer>
        <Icon of={HardDrive} />
        <span>{t('rail.kept')}</span>
      </footer>
    </aside>
  );
}
