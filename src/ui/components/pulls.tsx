// Models that a server fetches: one field to start, one line for each that is on its way, with stop and go on.

import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { formatDisk } from '../disk-size.ts';
import { formatPercent } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { useModels } from '../late.ts';
import type { Pull } from '../state/pulls.ts';
import { State } from './icon.tsx';

function sentence(pull: Pull): string {
  const { completed, total, status, failure } = pull;
  const far =
    completed === undefined || total === undefined
      ? status
      : t('pull.far', { done: formatDisk(completed), all: formatDisk(total) });
  switch (pull.state) {
    case 'running':
      return far;
    case 'stopped':
      return t('pull.stopped');
    case 'done':
      return t('pull.done');
    case 'failed':
      return failure === undefined ? '' : failureText(failure);
  }
}

function Line({ pull }: { readonly pull: Pull }): VNode {
  const models = useModels();
  const { account, model, completed = 0, total = 0, state } = pull;
  const share = total > 0 ? completed / total : 0;
  return (
    <li class="pull">
      <code>{model}</code>
      {state === 'failed' ? <State of="failed" /> : null}
      {state === 'done' ? <State of="done" /> : null}
      <span class="quiet num">{sentence(pull)}</span>
      {state === 'running' ? (
        <progress
          aria-label={t('pull.progress', { model })}
          {...(total > 0 ? { value: completed, max: total, title: formatPercent(share) } : {})}
        />
      ) : null}
      <span class="acts">
        {state === 'running' ? (
          <button type="button" class="btn small" onClick={() => models.pulls.stop(pull)}>
            {t('pull.stop')}
          </button>
        ) : null}
        {state === 'stopped' || state === 'failed' ? (
          <button type="button" class="btn small" onClick={() => void models.pulls.start(account, model)}>
            {t('pull.goOn')}
          </button>
        ) : null}
        {state === 'running' ? null : (
          <button type="button" class="btn plain small" onClick={() => models.pulls.forget(pull)}>
            {t('pull.forget')}
          </button>
        )}
      </span>
    </li>
  );
}

export function Pulls({ account }: { readonly account: string }): VNode {
  const models = useModels();
  const id = useId();
  const [name, setName] = useState('');
  const mine = models.pulls.pulls.value.filter((pull) => pull.account === account);
  return (
    <div class="pulls">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return;
          void models.pulls.start(account, name.trim());
          setName('');
        }}
      >
        <div class="field">
          <label for={id}>{t('pull.name')}</label>
          <span class="joined">
            <input
              id={id}
              class="input mono"
              dir="ltr"
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              placeholder={t('pull.example')}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button type="submit" class="btn" disabled={name.trim() === ''}>
              {t('pull.go')}
            </button>
          </span>
          <small>{t('pull.what')}</small>
        </div>
      </form>
      {mine.length === 0 ? null : (
        <ul>
          {mine.map((pull) => (
            <Line key={pull.model} pull={pull} />
          ))}
        </ul>
      )}
    </div>
  );
}
