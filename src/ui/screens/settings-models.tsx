// Accounts, and the model of new sessions.

import { Lock, PlugZap } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { AccountView } from '../../protocol/host.ts';
import { Icon, State } from '../components/icon.tsx';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText } from '../i18n/text.ts';
import { modelLabel } from '../names.ts';

type Tested = 'untested' | 'testing' | 'works' | Failure;

function Verdict({ tested }: { readonly tested: Tested }): VNode {
  if (tested === 'untested') return <span class="quiet">{t('accounts.untested')}</span>;
  if (tested === 'testing') return <span class="quiet">{t('accounts.testing')}</span>;
  if (tested === 'works') return <State of="done" word={t('accounts.works')} />;
  return (
    <>
      <State of="failed" />
      <span class="quiet">{[failureText(tested), remedyText(tested) ?? ''].join(' ').trim()}</span>
    </>
  );
}

function Account({ account }: { readonly account: AccountView }): VNode {
  const { app } = useUi();
  const [tested, setTested] = useState<Tested>('untested');
  const test = (): void => {
    setTested('testing');
    app.testAccount(account.id).then(
      (result) => setTested('code' in result ? result : 'works'),
      (error: unknown) => setTested(asFailure(error, 'wire-lost')),
    );
  };
  return (
    <tr>
      <td>
        <b>{account.label}</b>
        <span class="quiet">
          <code>{account.baseUrl}</code>, {t('connect.models', { n: account.models.length })},{' '}
          {t(account.hasKey ? 'accounts.key' : 'accounts.noKey')}
        </span>
      </td>
      <td role="cell" aria-live="polite">
        <Verdict tested={tested} />
      </td>
      <td class="n">
        <button type="button" class="btn plain small" disabled={tested === 'testing'} onClick={test}>
          {t('accounts.test')}
        </button>
        <button
          type="button"
          class="btn plain small danger"
          onClick={() => void app.removeAccount(account.id)}
        >
          {t('accounts.remove')}
        </button>
      </td>
    </tr>
  );
}

function Accounts(): VNode {
  const { app, connect } = useUi();
  return (
    <section>
      <header>
        <h2>{t('accounts.title')}</h2>
        <p>{t('accounts.what')}</p>
      </header>
      <table class="table folds">
        <thead>
          <tr>
            <th>{t('accounts.account')}</th>
            <th>{t('accounts.state')}</th>
            <th class="n">
              <span class="sr">{t('accounts.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {app.accounts.value.map((account) => (
            <Account key={account.id} account={account} />
          ))}
          <tr>
            <td>
              <b>{t('model.rehearsal')}</b>
              <span class="quiet">{t('accounts.builtIn')}</span>
            </td>
            <td>
              <State of="done" word={t('accounts.offline')} />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      <div class="acts">
        <button type="button" class="btn" onClick={() => connect.open()}>
          <Icon of={PlugZap} />
          {t('connect.title')}
        </button>
        <span class="quiet push">
          <Icon of={Lock} small />
          {t('accounts.encrypted')}
        </span>
      </div>
    </section>
  );
}

function NewSessions(): VNode {
  const { app } = useUi();
  const id = useId();
  const models = app.models.value;
  const current = app.settings.value?.model ?? '';
  return (
    <section>
      <header>
        <h2>{t('default.title')}</h2>
        <p>{t('default.what')}</p>
      </header>
      <div class="narrow">
        <div class="field">
          <label for={id}>{t('default.model')}</label>
          <select
            id={id}
            class="input"
            value={current}
            onChange={(event) => void app.saveSettings({ model: event.currentTarget.value })}
          >
            {models.some(({ name }) => name === current) ? null : (
              <option value={current} disabled>
                {t('model.missing', { model: modelLabel(models, current) })}
              </option>
            )}
            {models.map(({ name }) => (
              <option key={name} value={name}>
                {modelLabel(models, name)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </section>
  );
}

export function ModelsPage(): VNode {
  return (
    <>
      <Accounts />
      <NewSessions />
    </>
  );
}
