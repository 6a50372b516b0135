// The sheets about a session of the list, or about all of them: search, rename, delete, export. A chunk of its own.

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionId } from '../../engine/ids.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { TITLE_LENGTH, titleOf } from '../names.ts';
import type { ShelfSheet } from '../state/shelf.ts';
import { ExportSheet } from './export-sheet.tsx';
import { SearchSheet } from './search-sheet.tsx';
import { Confirm, Sheet } from './sheet.tsx';
import '../styles/sessions.css';

function RenameSheet({ session, title }: { readonly session: SessionId; readonly title: string }): VNode {
  const { shelf } = useUi();
  const [value, setValue] = useState(title);
  return (
    <Sheet title={t('shelf.rename')} onClose={shelf.close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const next = value.trim();
          if (next !== '' && next !== title) void shelf.rename(session, next);
          shelf.close();
        }}
      >
        <div class="field">
          <label for="rename">{t('room.title')}</label>
          <input
            id="rename"
            class="input"
            dir="auto"
            autocomplete="off"
            maxLength={TITLE_LENGTH}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </div>
        <div class="acts">
          <button type="button" class="btn plain" onClick={shelf.close}>
            {t('room.cancel')}
          </button>
          <button type="submit" class="btn primary" disabled={value.trim() === ''}>
            {t('room.rename')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

export function SessionSheet({ sheet }: { readonly sheet: ShelfSheet }): VNode | null {
  const { app, shelf } = useUi();
  if (sheet.type === 'search') return <SearchSheet question={sheet.question} />;
  const { session } = sheet;
  const head = app.sessions.value.find((known) => known.session === session);
  if (head === undefined) return null;
  switch (sheet.type) {
    case 'rename':
      return <RenameSheet session={session} title={head.title} />;
    case 'export':
      return <ExportSheet head={head} />;
    case 'delete':
      return (
        <Confirm
          title={t('room.delete.ask', { title: titleOf(head) })}
          what={t('room.delete.what')}
          yes={t('room.delete.yes')}
          onClose={shelf.close}
          onYes={() => void app.removeSession(session)}
        />
      );
  }
}
