// The first page of the connect sheet: what answers on this machine, the vendors, a block of keys to paste.

import { AppWindow, ChevronRight, ClipboardPaste, Cpu } from 'lucide-preact';
import type { VNode } from 'preact';
import type { PresetView } from '../../protocol/host.ts';
import { Icon } from '../components/icon.tsx';
import { useUi } from '../context.ts';
import { formatDisk } from '../disk-size.ts';
import { t } from '../i18n/later.ts';
import { useConnecting } from '../late.ts';
import { Trouble } from './connect-form.tsx';

function Found(): VNode | null {
  const connect = useConnecting();
  const found = connect.found.value;
  if (connect.looking.value) return <p class="quiet">{t('connect.looking')}</p>;
  if (found === undefined) return null;
  if (found.length === 0) return <p class="quiet">{t('connect.none')}</p>;
  return (
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
  );
}

function Vendors({ presets }: { readonly presets: readonly PresetView[] }): VNode {
  const { app } = useUi();
  const connect = useConnecting();
  const connected = new Set(app.accounts.value.map(({ provider }) => provider));
  return (
    <ul class="vendors">
      {presets.map(({ id, label }) => (
        <li key={id}>
          <button type="button" class="row" onClick={() => connect.pickProvider(id)}>
            {label}
            {connected.has(id) ? <span class="quiet">{t('connect.there')}</span> : null}
            <span class="push">
              <Icon of={ChevronRight} turns small />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function InPage({ preset }: { readonly preset: PresetView }): VNode {
  const connect = useConnecting();
  const failed = connect.failed.value;
  return (
    <section>
      <h3>{t('inPage.title')}</h3>
      <p>{t('inPage.what')}</p>
      <div>
        <button
          type="button"
          class="btn"
          disabled={connect.connecting.value}
          onClick={() => void connect.connectPlain(preset.id)}
        >
          <Icon of={AppWindow} />
          {t('inPage.begin', { size: formatDisk(preset.inPage?.bytes ?? 0) })}
        </button>
      </div>
      {failed === undefined ? null : <Trouble failure={failed} />}
    </section>
  );
}

export function ConnectStart(): VNode {
  const { app } = useUi();
  const connect = useConnecting();
  const presets = app.presets.value.filter(({ available }) => available);
  const local = presets.filter((preset) => preset.local);
  const inPage = presets.filter((preset) => preset.inPage !== undefined);
  const hosted = presets.filter(
    (preset) => !preset.local && preset.baseUrl !== '' && preset.inPage === undefined,
  );
  const open = presets.filter((preset) => !preset.local && preset.baseUrl === '');
  return (
    <>
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
          <Found />
        </div>
        <Vendors presets={local} />
      </section>
      {inPage.map((preset) => (
        <InPage key={preset.id} preset={preset} />
      ))}
      <section>
        <h3>{t('connect.vendors')}</h3>
        <p>{t('connect.vendors.what')}</p>
        <Vendors presets={[...hosted, ...open]} />
        <div>
          <button type="button" class="btn" onClick={() => connect.go('env')}>
            <Icon of={ClipboardPaste} />
            {t('connect.env')}
          </button>
        </div>
      </section>
    </>
  );
}
