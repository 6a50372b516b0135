// Sessions from files: picked, read by the harness, and what became of each file in true counts.

import { Upload } from 'lucide-preact';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../../engine/failures.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { type ImportReport, refusalText, reportLines } from '../import-words.ts';
import { titleOf } from '../names.ts';
import { addressOf } from '../state/router.ts';
import { Icon } from './icon.tsx';

interface Result {
  readonly name: string;
  readonly outcome: ImportReport | Failure;
}

/** So many of the sessions that came in are named. */
const NAMED = 5;

function Report({ name, outcome }: Result): VNode {
  const { app } = useUi();
  const failed = 'code' in outcome;
  const lines = failed ? [refusalText(outcome)] : reportLines(outcome);
  const came = failed ? [] : outcome.sessions.slice(0, NAMED);
  const more = failed ? 0 : outcome.sessions.length - came.length;
  return (
    <li class={failed ? 'bad' : ''}>
      <b class="cut" dir="auto">
        {name}
      </b>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {came.length === 0 ? null : (
        <p class="came">
          {came.map((session) => (
            <a key={session} class="cut" dir="auto" href={addressOf({ type: 'session', session })}>
              {titleOf(app.sessions.value.find((head) => head.session === session) ?? { title: '' })}
            </a>
          ))}
          {more > 0 ? <span class="quiet">{t('import.more', { n: more })}</span> : null}
        </p>
      )}
    </li>
  );
}

export function ImportPart(): VNode {
  const { shelf } = useUi();
  const picker = useRef<HTMLInputElement>(null);
  const [results, setResults] = useState<readonly Result[]>([]);
  const [reading, setReading] = useState<string | undefined>(undefined);
  const take = async (files: readonly File[]): Promise<void> => {
    setResults([]);
    const done: Result[] = [];
    for (const file of files) {
      setReading(file.name);
      const outcome = await file
        .arrayBuffer()
        .then((bytes) => shelf.importFile(new Uint8Array(bytes)))
        .catch((error: unknown) => asFailure(error, 'wire-lost'));
      done.push({ name: file.name, outcome });
      setResults([...done]);
    }
    setReading(undefined);
  };
  return (
    <section>
      <header>
        <h2>{t('import.title')}</h2>
        <p>{t('import.what')}</p>
      </header>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".json,.jsonl,.zip,application/json,application/zip"
        aria-label={t('import.files')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file again is a new wish.
          currentTarget.value = '';
          if (files.length > 0) void take(files);
        }}
      />
      <button
        type="button"
        class="btn"
        disabled={reading !== undefined}
        onClick={() => picker.current?.click()}
      >
        <Icon of={Upload} />
        {t('import.pick')}
      </button>
      <div role="status">
        {reading === undefined ? null : <p class="quiet">{t('import.reading', { name: reading })}</p>}
        {results.length === 0 ? null : (
          <ul class="reports" aria-label={t('import.report')}>
            {results.map((result, at) => (
              <Report key={at} {...result} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
