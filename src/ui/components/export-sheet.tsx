// A session as a file: which form, what is in it, and the file itself.

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText, spoken } from '../i18n/text.ts';
import { titleOf } from '../names.ts';
import { saveFile } from '../save-file.ts';
import { Sheet } from './sheet.tsx';

const FORMATS = ['markdown', 'html', 'jsonl'] as const;
type Format = (typeof FORMATS)[number];

export function ExportSheet({ head }: { readonly head: SessionHead }): VNode {
  const { shelf } = useUi();
  const [format, setFormat] = useState<Format>('markdown');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failure | undefined>(undefined);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    try {
      const words = {
        person: t('room.you'),
        agent: t('export.agent'),
        reasoning: t('room.thought'),
        image: t('export.image'),
        withdrawn: t('export.withdrawn'),
        untitled: t('session.untitled'),
      };
      saveFile(await shelf.exportSession(head.session, format, { words, language: spoken() }));
      shelf.close();
    } catch (error) {
      setFailed(asFailure(error, 'wire-lost'));
      setBusy(false);
    }
  };
  return (
    <Sheet title={t('export.title')} onClose={shelf.close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p class="cut" dir="auto">
          {titleOf(head)}
        </p>
        <fieldset class="choices">
          <legend class="sr">{t('export.form')}</legend>
          {FORMATS.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="format"
                value={name}
                checked={name === format}
                onChange={() => setFormat(name)}
              />
              <span>
                <b>{t(`export.${name}`)}</b>
                <small>{t(`export.${name}.what`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p role="status">
          {failed === undefined ? '' : [failureText(failed), remedyText(failed) ?? ''].join(' ').trim()}
        </p>
        <div class="acts">
          <button type="button" class="btn plain" onClick={shelf.close}>
            {t('room.cancel')}
          </button>
          <button type="submit" class="btn primary" disabled={busy}>
            {t('export.save')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
