// The archive: sessions that were put aside, those deleted of late, and the door for sessions from elsewhere.

import { ArchiveRestore, Ellipsis, Trash2, Undo2 } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SessionHead } from '../../engine/session-head.ts';
import { Head } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { ImportPart } from '../components/import-part.tsx';
import { Confirm } from '../components/sheet.tsx';
import { useUi } from '../context.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { titleOf } from '../names.ts';
import { addressOf } from '../state/router.ts';
import '../styles/sessions.css';

/** As long as the rows of a table are drawn at once. */
const FIRST_ROWS = 200;

function Archived(): VNode {
  const { app, shelf } = useUi();
  const [all, setAll] = useState(false);
  const heads = app.sessions.value.filter(({ archived }) => archived === true);
  return (
    <section>
      <header>
        <h2>{t('archive.title')}</h2>
        <p>{t('archive.what')}</p>
      </header>
      {heads.length === 0 ? (
        <p class="quiet">{t('archive.none')}</p>
      ) : (
        <ul class="kept">
          {heads.slice(0, all ? heads.length : FIRST_ROWS).map((head) => (
            <li key={head.session}>
              <a class="cut" dir="auto" href={addressOf({ type: 'session', session: head.session })}>
                {titleOf(head)}
              </a>
              <small>{formatMoment(head.updatedAt)}</small>
              <button
                type="button"
                class="btn small"
                aria-label={t('archive.back.of', { title: titleOf(head) })}
                onClick={() => void shelf.mark(head.session, { archived: false })}
              >
                <Icon of={ArchiveRestore} small />
                {t('shelf.unarchive')}
              </button>
              <button
                type="button"
                class="btn plain icon small"
                aria-label={t('rail.row', { title: titleOf(head) })}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => {
                  shelf.menu.value = {
                    session: head.session,
                    at: currentTarget.getBoundingClientRect(),
                    from: currentTarget,
                  };
                }}
              >
                <Icon of={Ellipsis} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!all && heads.length > FIRST_ROWS ? (
        <button type="button" class="btn plain small" onClick={() => setAll(true)}>
          {t('archive.all', { n: heads.length })}
        </button>
      ) : null}
    </section>
  );
}

function Removed(): VNode {
  const { app, shelf } = useUi();
  const [heads, setHeads] = useState<readonly SessionHead[]>([]);
  const [purging, setPurging] = useState<SessionHead | undefined>(undefined);
  const there = app.sessions.value.length;
  const look = (): void => {
    void shelf.removedSessions().then(setHeads, () => undefined);
  };
  useEffect(look, [there]);
  return (
    <section>
      <header>
        <h2>{t('removed.title')}</h2>
        <p>{t('removed.what')}</p>
      </header>
      {heads.length === 0 ? (
        <p class="quiet">{t('removed.none')}</p>
      ) : (
        <ul class="kept">
          {heads.map((head) => (
            <li key={head.session}>
              <span class="cut" dir="auto">
                {titleOf(head)}
              </span>
              <small>{formatMoment(head.removedAt ?? head.updatedAt)}</small>
              <button
                type="button"
                class="btn small"
                aria-label={t('removed.back.of', { title: titleOf(head) })}
                onClick={() => void shelf.restore(head.session).then(look)}
              >
                <Icon of={Undo2} small />
                {t('room.restore')}
              </button>
              <button
                type="button"
                class="btn plain small danger"
                aria-label={t('removed.purge.of', { title: titleOf(head) })}
                onClick={() => setPurging(head)}
              >
                <Icon of={Trash2} small />
                {t('removed.purge')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {purging === undefined ? null : (
        <Confirm
          title={t('removed.ask', { title: titleOf(purging) })}
          what={t('removed.ask.what')}
          yes={t('removed.purge')}
          onClose={() => setPurging(undefined)}
          onYes={() => void shelf.purge(purging.session).then(look)}
        />
      )}
    </section>
  );
}

export function ArchiveScreen(): VNode {
  return (
    <main class="room">
      <Head>
        <h1>{t('rail.archive')}</h1>
      </Head>
      <div class="place">
        <div class="detail archive">
          <Archived />
          <Removed />
          <ImportPart />
        </div>
      </div>
    </main>
  );
}
