// The connect sheet: what answers on this machine, or an address with a key. Nothing is asked before a button is
// pressed; what went wrong is said in three parts: what happened, what was kept, what to do.

import { Cpu, TriangleAlert } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Failure } from '../../engine/failures.ts';
import type { AccountView } from '../../protocol/host.ts';
import { Icon } from '../components/icon.tsx';
import { Sheet } from '../components/sheet.tsx';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText } from '../i18n/text.ts';

function Trouble({ failure }: { readonly failure: Failure }): VNode {
  const remedy = remedyText(failure);
  return (
    <div class="trouble" role="alert">
      <Icon of={TriangleAlert} />
      <b>{failureText(failure)}</b>
      <p>{[t('connect.kept'), remedy ?? ''].join(' ').trim()}</p>
    </div>
  );
}

function Local(): VNode {
  const { connect } = useUi();
  const found = connect.found.value;
  return (
    <section>
      <h3>{t('connect.local')}</h3>
      <p>{t('connect.local.what')}</p>
      <div>
        <button
          type="button"
          class="btn"
          disabled={connect.looking.value}
          onClick={() => void connect.look()}
        >
          {t('connect.look')}
        </button>
      </div>
      <div role="status">
        {connect.looking.value ? <p class="quiet">{t('connect.looking')}</p> : null}
        {found === undefined || connect.looking.value ? null : found.length === 0 ? (
          <p class="quiet">{t('connect.none')}</p>
        ) : (
          <ul class="found">
            {found.map((server) => (
              <li key={`${server.provider} ${server.baseUrl}`}>
                <Icon of={Cpu} />
                <b>{server.label}</b>
                <small>
                  {t('connect.models', { n: server.models.length })}, <code>{server.baseUrl}</code>
                </small>
                <button type="button" class="btn small" onClick={() => connect.fillFrom(server)}>
                  {t('connect.fill')}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Refused(): VNode | null {
  const { connect } = useUi();
  const refused = connect.refused.value;
  if (refused === undefined) return null;
  const { provider } = refused;
  return (
    <section>
      <div class="trouble" role="alert">
        <Icon of={TriangleAlert} />
        <b>{t(`connect.refused.${refused.reason}`, { provider })}</b>
        <p>{t('connect.refused.do')}</p>
      </div>
    </section>
  );
}

function Form(): VNode {
  const { app, connect } = useUi();
  const id = useId();
  const preset = connect.preset.value;
  const failed = connect.failed.value;
  const models = connect.found.value?.find(({ baseUrl }) => baseUrl === connect.baseUrl.value)?.models ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void connect.connect();
      }}
    >
      <h3>{t('connect.address')}</h3>
      {connect.fromLink.value ? <p>{t('connect.link')}</p> : null}
      <div class="field">
        <label for={`${id}p`}>{t('connect.provider')}</label>
        <select
          id={`${id}p`}
          class="input"
          value={connect.provider.value}
          onChange={(event) => connect.pickProvider(event.currentTarget.value)}
        >
          {app.presets.value.map(({ id: name, label, available }) => (
            <option key={name} value={name} disabled={!available}>
              {available ? label : t('connect.later', { label })}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}u`}>{t('connect.base')}</label>
        <input
          id={`${id}u`}
          class="input mono"
          type="text"
          inputmode="url"
          autocapitalize="off"
          required
          dir="ltr"
          spellcheck={false}
          value={connect.baseUrl.value}
          onInput={(event) => {
            connect.baseUrl.value = event.currentTarget.value;
          }}
        />
      </div>
      <div class="field">
        <label for={`${id}m`}>{t('connect.model')}</label>
        <input
          id={`${id}m`}
          class="input mono"
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          list={`${id}l`}
          value={connect.model.value}
          onInput={(event) => {
            connect.model.value = event.currentTarget.value;
          }}
        />
        <datalist id={`${id}l`}>
          {models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
        <small>{t('connect.model.help')}</small>
      </div>
      <div class="field">
        <label for={`${id}k`}>{t('connect.key')}</label>
        <input
          id={`${id}k`}
          class="input mono"
          type="password"
          dir="ltr"
          autocomplete="off"
          value={connect.key.value}
          onInput={(event) => {
            connect.key.value = event.currentTarget.value;
          }}
        />
        <small>{t(preset?.needsKey === true ? 'connect.key.help' : 'connect.key.optional')}</small>
      </div>
      {failed === undefined ? null : <Trouble failure={failed} />}
      <div class="acts">
        <span class="quiet" role="status">
          {connect.connecting.value ? t('connect.going', { host: hostOf(connect.baseUrl.value) }) : ''}
        </span>
        <button type="submit" class="btn primary" disabled={connect.connecting.value}>
          {t('connect.go')}
        </button>
      </div>
    </form>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function Choose({ account }: { readonly account: AccountView }): VNode {
  const { connect } = useUi();
  const id = useId();
  const [chosen, setChosen] = useState(account.models[0]?.name ?? '');
  if (account.models.length === 0) {
    return (
      <section>
        <p role="status">{t('connect.noModels', { label: account.label })}</p>
      </section>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void connect.use(chosen);
      }}
    >
      <div class="field">
        <label for={id}>{t('connect.pick', { label: account.label })}</label>
        <select
          id={id}
          class="input"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {account.models.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div class="acts">
        <button type="submit" class="btn primary">
          {t('connect.use')}
        </button>
      </div>
    </form>
  );
}

export function ConnectSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const { connect } = useUi();
  const account = connect.account.value;
  return (
    <Sheet title={t('connect.title')} onClose={onClose}>
      {account === undefined ? (
        <>
          <Refused />
          {connect.fromLink.value ? null : <Local />}
          <Form />
        </>
      ) : (
        <>
          <Choose account={account} />
          {account.models.length === 0 ? <Form /> : null}
        </>
      )}
    </Sheet>
  );
}
