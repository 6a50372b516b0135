// The connect sheet: what was typed or came with a link, what was found on this machine, how the try ended. Nothing is
// asked of any server before a button is pressed; the key stays in here until then.

import { batch, computed, createModel, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { ConnectLink } from '../../features/providers/fold.ts';
import type { AccountView, FoundServer, HostApi } from '../../protocol/host.ts';
import type { App } from './app.ts';

export const ConnectModel = createModel((host: HostApi, app: App) => {
  const isOpen = signal(false);
  const provider = signal('');
  const baseUrl = signal('');
  const model = signal('');
  const key = signal('');
  const fromLink = signal(false);
  /** The link that filled the sheet last. */
  const followed = signal<ConnectLink | undefined>(undefined);
  const refused = signal<Extract<ConnectLink, { type: 'refused' }> | undefined>(undefined);
  const looking = signal(false);
  const found = signal<readonly FoundServer[] | undefined>(undefined);
  const connecting = signal(false);
  const failed = signal<Failure | undefined>(undefined);
  /** Connected without a model: the person chooses one of its list. */
  const account = signal<AccountView | undefined>(undefined);
  /** The model that new sessions use from now on. */
  const done = signal<string | undefined>(undefined);
  let attempt = 0;

  const preset = computed(() => app.presets.value.find(({ id }) => id === provider.value));

  const clear = (): void => {
    attempt++;
    batch(() => {
      const first = app.presets.value.find(({ available }) => available);
      provider.value = first?.id ?? '';
      baseUrl.value = first?.baseUrl ?? '';
      model.value = '';
      key.value = '';
      fromLink.value = false;
      refused.value = undefined;
      found.value = undefined;
      connecting.value = false;
      looking.value = false;
      failed.value = undefined;
      account.value = undefined;
      done.value = undefined;
    });
  };

  const use = async (name: string): Promise<void> => {
    await app.saveSettings({ model: name });
    batch(() => {
      done.value = name;
      key.value = '';
      isOpen.value = false;
    });
  };

  const connect = async (): Promise<void> => {
    if (connecting.value) return;
    const turn = ++attempt;
    connecting.value = true;
    failed.value = undefined;
    const wished = model.value.trim();
    const result = await host
      .connect({
        provider: provider.value,
        baseUrl: baseUrl.value.trim(),
        ...(wished === '' ? {} : { model: wished }),
        ...(key.value.trim() === '' ? {} : { key: key.value.trim() }),
      })
      .catch((error: unknown) => asFailure(error, 'wire-lost'));
    if (turn !== attempt) return;
    connecting.value = false;
    if ('code' in result) {
      failed.value = result;
      return;
    }
    const chosen = result.models.find(
      ({ name }) => wished !== '' && (name === wished || name.endsWith(`/${wished}`)),
    );
    if (chosen !== undefined) await use(chosen.name);
    else account.value = result;
  };

  return {
    isOpen,
    provider,
    baseUrl,
    model,
    key,
    fromLink,
    followed,
    refused,
    looking,
    found,
    connecting,
    failed,
    account,
    done,
    preset,
    open: () => {
      clear();
      isOpen.value = true;
    },
    follow: (link: ConnectLink) => {
      clear();
      batch(() => {
        isOpen.value = true;
        followed.value = link;
        if (link.type === 'refused') {
          refused.value = link;
          return;
        }
        fromLink.value = true;
        provider.value = link.provider;
        baseUrl.value = link.baseUrl;
        model.value = link.model;
        key.value = link.key;
      });
    },
    close: () => {
      attempt++;
      batch(() => {
        isOpen.value = false;
        key.value = '';
        connecting.value = false;
      });
    },
    pickProvider: (id: string) => {
      batch(() => {
        provider.value = id;
        baseUrl.value = app.presets.value.find((item) => item.id === id)?.baseUrl ?? '';
        failed.value = undefined;
      });
    },
    fillFrom: (server: FoundServer) => {
      batch(() => {
        provider.value = server.provider;
        baseUrl.value = server.baseUrl;
        model.value = server.models[0] ?? '';
        key.value = '';
        failed.value = undefined;
      });
    },
    look: async () => {
      looking.value = true;
      found.value = await host.lookForLocalServers().catch(() => []);
      looking.value = false;
    },
    connect,
    use,
  };
});

export type Connect = InstanceType<typeof ConnectModel>;
