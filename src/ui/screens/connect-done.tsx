// What follows a connection: the model of new sessions; what the server may fetch; what became of signing in.

import { TriangleAlert } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { AccountView } from '../../protocol/host.ts';
import { useFocusFirst } from '../components/focus-first.ts';
import { Icon } from '../components/icon.tsx';
import { accountTitle } from '../components/account-title.ts';
import { InPageModels } from '../components/in-page-models.tsx';
import { Pulls } from '../components/pulls.tsx';
import { useUi } from '../context.ts';
import { formatDisk } from '../disk-size.ts';
import { formatTokens } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { useConnecting } from '../late.ts';
import { Trouble } from './connect-form.tsx';

function Choose({ account }: { readonly account: AccountView }): VNode {
  const { connect: door } = useUi();
  const connect = useConnecting();
  const id = useId();
  const form = useFocusFirst<HTMLFormElement>('select');
  const [chosen, setChosen] = useState(account.models[0]?.name ?? '');
  const model = account.models.find(({ name }) => name === chosen) ?? account.models[0];
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (model !== undefined) void connect.use(model.name);
      }}
    >
      <div class="field">
        <label for={id}>
          {account.inPage === true ? t('inPage.pick') : t('connect.pick', { label: accountTitle(account) })}
        </label>
        <select
          id={id}
          class="input"
          value={model?.name ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {account.models.map(({ name, label, bytes }) => (
            <option key={name} value={name}>
              {bytes === undefined ? label : `${label} · ${formatDisk(bytes)}`}
            </option>
          ))}
        </select>
        {model === undefined ? null : (
          <small>
            {t(model.capabilities.windowKnown ? 'connect.window' : 'connect.window.guess', {
              window: formatTokens(model.capabilities.window),
            })}
          </small>
        )}
      </div>
      <div class="acts">
        <button type="button" class="btn plain" onClick={() => door.close()}>
          {t('connect.keepModel')}
        </button>
        <button type="submit" class="btn primary" disabled={model === undefined}>
          {t('connect.use')}
        </button>
      </div>
    </form>
  );
}

export function ConnectDone({ account: { id } }: { readonly account: AccountView }): VNode | null {
  const { app } = useUi();
  const connect = useConnecting();
  // A model that was fetched meanwhile is in the newer list.
  const account = app.accounts.value.find((one) => one.id === id) ?? connect.account.value;
  if (account === undefined) return null;
  return (
    <>
      {account.models.length === 0 ? (
        <section>
          <p role="status">{t('connect.noModels', { label: account.label })}</p>
        </section>
      ) : (
        <Choose account={account} />
      )}
      {account.inPage === true ? (
        <section>
          <h3>{t('inPage.offline')}</h3>
          <InPageModels account={account} />
        </section>
      ) : null}
      {account.pulls === true ? (
        <section>
          <h3>{t('pull.title')}</h3>
          <Pulls account={account.id} />
        </section>
      ) : null}
    </>
  );
}

export function ConnectSignIn(): VNode {
  const connect = useConnecting();
  const said = connect.signIn.value;
  return (
    <section>
      {said === undefined ? (
        <p role="status">{connect.signingIn.value ? t('signIn.going') : ''}</p>
      ) : 'code' in said ? (
        <Trouble failure={said} />
      ) : (
        <div class="trouble" role="alert">
          <Icon of={TriangleAlert} />
          <b>{t(`signIn.${said.refused}`, { host: said.host ?? '' })}</b>
          <p>{[t('connect.kept'), t(`signIn.${said.refused}.do`)].join(' ')}</p>
        </div>
      )}
      {said === undefined ? null : (
        <div class="acts">
          <button type="button" class="btn" onClick={() => connect.go('start')}>
            {t('connect.title')}
          </button>
        </div>
      )}
    </section>
  );
}
