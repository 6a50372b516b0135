// One vendor or address: only what it needs, where a key is to be had, and what leaves the machine. A failed try says
// what happened, what was kept, what to do; where a page can't tell, the doctor has looked.

import { ArrowLeft, LogIn, TriangleAlert } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Failure } from '../../engine/failures.ts';
import { Doctor } from '../components/doctor.tsx';
import { useFocusFirst } from '../components/focus-first.ts';
import { Icon } from '../components/icon.tsx';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText } from '../i18n/text.ts';
import { useConnecting } from '../late.ts';

export function Trouble({ failure }: { readonly failure: Failure }): VNode {
  const remedy = remedyText(failure);
  return (
    <div class="trouble" role="alert">
      <Icon of={TriangleAlert} />
      <b>{failureText(failure)}</b>
      <p>{[t('connect.kept'), remedy ?? ''].join(' ').trim()}</p>
    </div>
  );
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function Leaves({ address, local }: { readonly address: string; readonly local: boolean }): VNode | null {
  if (!URL.canParse(address)) return null;
  const { host, hostname } = new URL(address);
  const where = LOOPBACK.test(hostname) ? 'loopback' : local ? 'network' : 'away';
  return <p class="leaves">{t(`connect.leaves.${where}`, { host })}</p>;
}

function Site({ site, forKey }: { readonly site: string; readonly forKey: boolean }): VNode {
  const { host, pathname } = new URL(site);
  return (
    <small>
      {t(forKey ? 'connect.site.key' : 'connect.site.server')}{' '}
      <a href={site} target="_blank" rel="noopener noreferrer" dir="ltr">
        {host}
        {pathname === '/' ? '' : pathname}
      </a>
    </small>
  );
}

function AddressField({ id }: { readonly id: string }): VNode {
  const connect = useConnecting();
  return (
    <div class="field">
      <label for={id}>{t('connect.base')}</label>
      <input
        id={id}
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
  );
}

function ModelField({ id }: { readonly id: string }): VNode {
  const connect = useConnecting();
  const models = connect.found.value?.find(({ baseUrl }) => baseUrl === connect.baseUrl.value)?.models ?? [];
  return (
    <div class="field">
      <label for={id}>{t('connect.model')}</label>
      <input
        id={id}
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
  );
}

function KeyField({ id }: { readonly id: string }): VNode {
  const connect = useConnecting();
  const preset = connect.preset.value;
  const needed = preset?.needsKey === true;
  return (
    <div class="field">
      <label for={id}>{t('connect.key')}</label>
      <input
        id={id}
        class="input mono"
        type="password"
        dir="ltr"
        autocomplete="off"
        value={connect.key.value}
        onInput={(event) => {
          connect.key.value = event.currentTarget.value;
        }}
      />
      {preset?.site === undefined || !needed ? null : <Site site={preset.site} forKey />}
      <small>{t(needed ? 'connect.key.help' : 'connect.key.optional')}</small>
    </div>
  );
}

/** A key for a vendor that is there already: beside the first one, or in its place. */
function Beside(): VNode | null {
  const connect = useConnecting();
  const id = useId();
  const [first] = connect.same.value;
  if (first === undefined || connect.renewed.value !== undefined) return null;
  const choice = (another: boolean): VNode => (
    <label class="choice">
      <input
        type="radio"
        name={id}
        checked={connect.another.value === another}
        onChange={() => {
          connect.another.value = another;
        }}
      />
      {t(another ? 'connect.beside' : 'connect.replace')}
      <span>{t(another ? 'connect.beside.what' : 'connect.replace.what')}</span>
    </label>
  );
  return (
    <fieldset class="plainset">
      <legend>{t('connect.already', { label: first.label })}</legend>
      {choice(true)}
      {choice(false)}
    </fieldset>
  );
}

function SignIn(): VNode | null {
  const { app } = useUi();
  const connect = useConnecting();
  const preset = connect.preset.value;
  if (preset?.signsIn !== true) return null;
  return (
    <div class="signin">
      <button
        type="button"
        class="btn"
        disabled={connect.signingIn.value}
        onClick={() => void connect.leaveToSignIn()}
      >
        <Icon of={LogIn} turns />
        {t('connect.sign', { label: preset.label })}
      </button>
      <p>{t('connect.sign.what', { label: preset.label })}</p>
      {app.anyRuns.value ? <p>{t('connect.sign.tab')}</p> : null}
      {/^https:|^http:\/\/(localhost|127\.0\.0\.1):3000$/.test(location.origin) ? null : (
        <p>{t('connect.sign.origin', { label: preset.label, origin: location.origin })}</p>
      )}
      <h4>{t('connect.orKey')}</h4>
    </div>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

export function ConnectForm(): VNode {
  const { app } = useUi();
  const connect = useConnecting();
  const id = useId();
  const form = useFocusFirst<HTMLFormElement>('input:not([type="radio"])');
  const preset = connect.preset.value;
  const failed = connect.failed.value;
  const diagnosis = connect.diagnosis.value;
  const address = connect.baseUrl.value;
  const usual = preset?.needsKey === true && address === preset.baseUrl && !connect.fromLink.value;
  const isLocal = app.presets.value.some(({ id: own, local }) => own === connect.provider.value && local);
  const key = <KeyField id={`${id}k`} />;
  const where = <AddressField id={`${id}u`} />;
  const model = <ModelField id={`${id}m`} />;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void connect.connect();
      }}
    >
      <div class="crumb">
        <button type="button" class="btn plain small" onClick={() => connect.back()}>
          <Icon of={ArrowLeft} turns small />
          {t('connect.back')}
        </button>
        <h3>{preset?.label ?? ''}</h3>
      </div>
      {connect.fromLink.value ? <p>{t('connect.link')}</p> : null}
      {preset?.needsKey === false && preset.site !== undefined ? (
        <Site site={preset.site} forKey={false} />
      ) : null}
      <SignIn />
      {usual ? (
        <>
          {key}
          <details>
            <summary>{t('connect.more')}</summary>
            {where}
            {model}
          </details>
        </>
      ) : (
        <>
          {where}
          {model}
          {preset?.local === true && !connect.fromLink.value ? (
            <details open={connect.key.value !== ''}>
              <summary>{t('connect.withKey')}</summary>
              {key}
            </details>
          ) : (
            key
          )}
        </>
      )}
      <Beside />
      <Leaves address={address} local={isLocal} />
      {failed === undefined ? null : diagnosis === undefined ? (
        <Trouble failure={failed} />
      ) : (
        <div role="alert">
          <Doctor
            diagnosis={diagnosis}
            label={preset?.label ?? ''}
            system={connect.system.value}
            onSystem={(system) => void connect.useSystem(system)}
          >
            <p class="quiet">{t('connect.kept')}</p>
          </Doctor>
        </div>
      )}
      <div class="acts">
        <span class="quiet" role="status">
          {connect.connecting.value ? t('connect.going', { host: hostOf(address) }) : ''}
        </span>
        <button type="submit" class="btn primary" disabled={connect.connecting.value}>
          {t('connect.go')}
        </button>
      </div>
    </form>
  );
}
