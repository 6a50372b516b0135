// The models that run in the page: what is kept on this device, made available offline or deleted.

import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AccountView, ModelView } from '../../protocol/host.ts';
import { formatDisk } from '../disk-size.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { useModels } from '../late.ts';
import type { Pull } from '../state/pulls.ts';
import { State } from './icon.tsx';

function sentence(pull: Pull | undefined): string {
  if (pull?.state === 'running')
    return pull.total === undefined
      ? ''
      : t('pull.far', { done: formatDisk(pull.completed ?? 0), all: formatDisk(pull.total) });
  if (pull?.state === 'stopped') return t('inPage.stopped');
  if (pull?.state === 'failed' && pull.failure !== undefined) return failureText(pull.failure);
  return t('inPage.missing');
}

function Line({ account, model }: { readonly account: string; readonly model: ModelView }): VNode {
  const models = useModels();
  const id = model.name.slice(account.length + 1);
  const pull = models.pulls.pulls.value.find((one) => one.account === account && one.model === id);
  const kept = models.kept.value;
  const isKept = kept?.includes(id) === true;
  const size = formatDisk(model.bytes ?? 0);
  useEffect(() => void models.lookForKept(), [pull?.state]);
  return (
    <li class="pull">
      <b>{model.label}</b>
      {isKept ? <State of="done" word={t('inPage.kept')} /> : null}
      {pull?.state === 'failed' && !isKept ? <State of="failed" /> : null}
      {isKept ? null : (
        <span class="quiet num" role="status">
          {kept === undefined ? '' : sentence(pull)}
        </span>
      )}
      {pull?.state === 'running' ? (
        <progress
          aria-label={t('pull.progress', { model: model.label })}
          {...(pull.total === undefined ? {} : { value: pull.completed ?? 0, max: pull.total })}
        />
      ) : null}
      <span class="acts">
        {kept === undefined ? null : isKept ? (
          <button
            type="button"
            class="btn plain small danger"
            aria-label={t('inPage.free.of', { model: model.label })}
            onClick={() => {
              if (pull !== undefined) models.pulls.forget(pull);
              void models.drop(id);
            }}
          >
            {t('inPage.free')}
          </button>
        ) : pull?.state === 'running' ? (
          <button type="button" class="btn small" onClick={() => models.pulls.stop(pull)}>
            {t('pull.stop')}
          </button>
        ) : (
          <button type="button" class="btn small" onClick={() => void models.pulls.start(account, id)}>
            {t('inPage.keep', { size })}
          </button>
        )}
      </span>
    </li>
  );
}

export function InPageModels({ account }: { readonly account: AccountView }): VNode {
  return (
    <ul class="pulls">
      {account.models.map((model) => (
        <Line key={model.name} account={account.id} model={model} />
      ))}
    </ul>
  );
}
