// A pasted `.env` block: the accounts that it holds, with ticks. The keys are shown by their ends only, and nothing is
// asked or stored before the button is pressed.

import { ArrowLeft } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useFocusFirst } from '../components/focus-first.ts';
import { Icon, State } from '../components/icon.tsx';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText } from '../i18n/text.ts';
import { useConnecting } from '../late.ts';
import type { EnvRow } from '../state/connecting.ts';

function Verdict({ row: { state } }: { readonly row: EnvRow }): VNode | null {
  if (state === 'new') return null;
  if (state === 'connecting') return <State of="running" word={t('env.connecting')} />;
  if (state === 'connected') return <State of="done" word={t('env.connected')} />;
  return (
    <span class="why">
      <State of="failed" />
      <span class="quiet">{[failureText(state), remedyText(state) ?? ''].join(' ').trim()}</span>
    </span>
  );
}

/** Enough to tell two keys apart. */
const ending = (key: string): string => (key.length > 12 ? key.slice(-4) : '');

function Row({ row, at }: { readonly row: EnvRow; readonly at: number }): VNode {
  const { app } = useUi();
  const connect = useConnecting();
  const { provider, baseUrl, key, name } = row.candidate;
  const label = app.presets.value.find(({ id }) => id === provider)?.label ?? provider;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={row.wanted}
          disabled={connect.connecting.value || row.state === 'connected'}
          onChange={(event) => connect.wantEnv(at, event.currentTarget.checked)}
        />
        <b>{label}</b>
        <small>
          <code>{name}</code>
          {key === undefined ? null : <> {t('env.ending', { end: ending(key) })}</>} <code>{baseUrl}</code>
        </small>
      </label>
      <Verdict row={row} />
    </li>
  );
}

export function ConnectEnv(): VNode {
  const connect = useConnecting();
  const id = useId();
  const form = useFocusFirst<HTMLFormElement>('textarea');
  const rows = connect.env.value;
  const wanted = rows.filter((row) => row.wanted && row.state !== 'connected').length;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void connect.connectEnv();
      }}
    >
      <div class="crumb">
        <button type="button" class="btn plain small" onClick={() => connect.go('start')}>
          <Icon of={ArrowLeft} turns small />
          {t('connect.back')}
        </button>
        <h3>{t('connect.env')}</h3>
      </div>
      <div class="field">
        <label for={id}>{t('env.box')}</label>
        <textarea
          id={id}
          class="input mono"
          rows={6}
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          placeholder={t('env.example')}
          value={connect.envText.value}
          onInput={(event) => void connect.writeEnv(event.currentTarget.value)}
        />
        <small>{t('env.what')}</small>
      </div>
      <div role="status">
        {connect.envText.value.trim() === '' ? null : (
          <p class="quiet">{rows.length === 0 ? t('env.none') : t('env.found', { n: rows.length })}</p>
        )}
      </div>
      {rows.length === 0 ? null : (
        <ul class="envs">
          {rows.map((row, at) => (
            <Row key={`${row.candidate.name} ${row.candidate.baseUrl}`} row={row} at={at} />
          ))}
        </ul>
      )}
      <div class="acts">
        <button type="submit" class="btn primary" disabled={wanted === 0 || connect.connecting.value}>
          {wanted === 0 ? t('connect.go') : t('env.go', { n: wanted })}
        </button>
      </div>
    </form>
  );
}
