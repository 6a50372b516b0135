// What stands in the connect sheet: what was typed or came with a link, what was found, how each try ended. Nothing is
// asked of any server before a button is pressed; keys stay in here until then. Comes with the sheet.

import { batch, computed, createModel, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { ConnectLink } from '../../features/providers/fold.ts';
import type {
  AccountView,
  ConnectRequest,
  Diagnosis,
  EnvCandidate,
  FoundServer,
  HostApi,
  SignInAnswer,
  SignInRefusal,
} from '../../protocol/host.ts';
import type { App } from './app.ts';
import type { Connect, ConnectStep, ConnectWish } from './connect.ts';
import { guessSystem, readHere, type System } from './here.ts';

export interface EnvRow {
  readonly candidate: EnvCandidate;
  readonly wanted: boolean;
  readonly state: 'new' | 'connecting' | 'connected' | Failure;
}

/** These the doctor can tell more about. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'unreachable',
  'connect-timeout',
  'connection-lost',
  'auth',
  'key-missing',
]);

export const ConnectingModel = createModel((host: HostApi, app: App, door: Connect) => {
  const step = signal<ConnectStep>('start');
  const provider = signal('');
  const baseUrl = signal('');
  const model = signal('');
  const key = signal('');
  /** Where the vendor is connected already: a key beside the one that is there. */
  const another = signal(false);
  /** The account that gets a new key. */
  const renewed = signal<string | undefined>(undefined);
  const fromLink = signal(false);
  const refused = signal<Extract<ConnectLink, { type: 'refused' }> | undefined>(undefined);
  const looking = signal(false);
  const found = signal<readonly FoundServer[] | undefined>(undefined);
  const connecting = signal(false);
  const failed = signal<Failure | undefined>(undefined);
  const diagnosis = signal<Diagnosis | undefined>(undefined);
  const system = signal<System>(guessSystem());
  /** Connected without a model: the person chooses one of its list. */
  const account = signal<AccountView | undefined>(undefined);
  /** The model that new sessions use from now on. */
  const done = signal<string | undefined>(undefined);
  const envText = signal('');
  const env = signal<readonly EnvRow[]>([]);
  const signingIn = signal(false);
  const signIn = signal<SignInRefusal | Failure | undefined>(undefined);
  let attempt = 0;

  const preset = computed(() => app.presets.value.find(({ id }) => id === provider.value));
  /** The accounts that are there for the address at hand. */
  const same = computed(() =>
    app.accounts.value.filter(
      (known) => known.provider === provider.value && known.baseUrl === baseUrl.value.trim(),
    ),
  );

  const clear = (): void => {
    attempt++;
    batch(() => {
      step.value = 'start';
      provider.value = '';
      baseUrl.value = '';
      model.value = '';
      key.value = '';
      another.value = false;
      renewed.value = undefined;
      fromLink.value = false;
      refused.value = undefined;
      found.value = undefined;
      connecting.value = false;
      looking.value = false;
      failed.value = undefined;
      diagnosis.value = undefined;
      account.value = undefined;
      done.value = undefined;
      envText.value = '';
      env.value = [];
      signingIn.value = false;
      signIn.value = undefined;
    });
  };

  const use = async (name: string): Promise<void> => {
    await app.saveSettings({ model: name });
    batch(() => {
      done.value = name;
      key.value = '';
    });
    door.close();
  };

  const request = (): ConnectRequest => ({
    provider: provider.value,
    baseUrl: baseUrl.value.trim(),
    ...(model.value.trim() === '' ? {} : { model: model.value.trim() }),
    ...(key.value.trim() === '' ? {} : { key: key.value.trim() }),
    ...(another.value && same.value.length > 0 ? { another: true } : {}),
    ...(renewed.value === undefined ? {} : { account: renewed.value }),
  });

  const connect = async (): Promise<void> => {
    if (connecting.value) return;
    const turn = ++attempt;
    batch(() => {
      connecting.value = true;
      failed.value = undefined;
      diagnosis.value = undefined;
    });
    const wished = model.value.trim();
    const asked = request();
    const result = await host.connect(asked).catch((error: unknown) => asFailure(error, 'wire-lost'));
    if (turn !== attempt) return;
    if ('code' in result) {
      const seen = UNCLEAR.has(result.code)
        ? await host.diagnoseAt(asked, await readHere(system.value)).catch(() => undefined)
        : undefined;
      if (turn !== attempt) return;
      batch(() => {
        connecting.value = false;
        failed.value = result;
        diagnosis.value = seen === undefined || 'code' in seen || seen.cause === 'fine' ? undefined : seen;
      });
      return;
    }
    connecting.value = false;
    const chosen = result.models.find(
      ({ name }) => wished !== '' && (name === wished || name.endsWith(`/${wished}`)),
    );
    if (chosen !== undefined) await use(chosen.name);
    else account.value = result;
  };

  /** A source that needs nothing: no address, no key. */
  const connectPlain = async (id: string): Promise<void> => {
    batch(() => {
      provider.value = id;
      baseUrl.value = '';
      model.value = '';
      key.value = '';
    });
    await connect();
  };

  const pickProvider = (id: string): void => {
    batch(() => {
      renewed.value = undefined;
      step.value = 'form';
      provider.value = id;
      baseUrl.value = app.presets.value.find((item) => item.id === id)?.baseUrl ?? '';
      model.value = '';
      another.value = same.value.some(({ hasKey }) => hasKey);
      failed.value = undefined;
      diagnosis.value = undefined;
    });
  };

  const follow = (link: ConnectLink): void => {
    batch(() => {
      if (link.type === 'refused') {
        refused.value = link;
        return;
      }
      step.value = 'form';
      fromLink.value = true;
      provider.value = link.provider;
      baseUrl.value = link.baseUrl;
      model.value = link.model;
      key.value = link.key;
    });
  };

  /** A new key for an account that lost its own. */
  const renew = (known: AccountView): void => {
    batch(() => {
      pickProvider(known.provider);
      baseUrl.value = known.baseUrl;
      another.value = false;
      renewed.value = known.id;
    });
  };

  const finishSignIn = async (answer: SignInAnswer): Promise<void> => {
    const turn = ++attempt;
    batch(() => {
      step.value = 'sign-in';
      signingIn.value = true;
    });
    const result = await host.finishSignIn(answer).catch((error: unknown) => asFailure(error, 'wire-lost'));
    if (turn !== attempt) return;
    batch(() => {
      signingIn.value = false;
      if ('id' in result) account.value = result;
      else signIn.value = result;
    });
  };

  const change = (at: number, more: Partial<EnvRow>): void => {
    env.value = env.value.map((row, place) => (place === at ? { ...row, ...more } : row));
  };

  return {
    step,
    provider,
    baseUrl,
    model,
    key,
    another,
    renewed,
    fromLink,
    refused,
    looking,
    found,
    connecting,
    failed,
    diagnosis,
    system,
    account,
    done,
    envText,
    env,
    signingIn,
    signIn,
    preset,
    same,
    /** The sheet opens: from the start, or filled with what it was opened for. */
    begin: (wish: ConnectWish) => {
      clear();
      switch (wish.type) {
        case 'step':
          step.value = wish.step;
          break;
        case 'link':
          follow(wish.link);
          break;
        case 'renew':
          renew(wish.account);
          break;
        case 'signed-in':
          void finishSignIn(wish.answer);
          break;
      }
    },
    /** Whatever is on its way is given up, and no key stays here. */
    end: clear,
    go: (wanted: 'start' | 'env') => {
      clear();
      step.value = wanted;
    },
    back: () => {
      attempt++;
      batch(() => {
        step.value = 'start';
        key.value = '';
        fromLink.value = false;
        connecting.value = false;
        failed.value = undefined;
        diagnosis.value = undefined;
        account.value = undefined;
      });
    },
    connectPlain,
    pickProvider,
    fillFrom: (server: FoundServer) => {
      batch(() => {
        pickProvider(server.provider);
        baseUrl.value = server.baseUrl;
        model.value = server.models[0] ?? '';
        key.value = '';
      });
    },
    look: async () => {
      looking.value = true;
      found.value = await host.lookForLocalServers().catch(() => []);
      looking.value = false;
    },
    connect,
    use,
    /** Looks again; the commands are written for `wanted`. */
    useSystem: async (wanted: System) => {
      system.value = wanted;
      const seen = await host.diagnoseAt(request(), await readHere(wanted)).catch(() => undefined);
      if (seen !== undefined && !('code' in seen) && seen.cause !== 'fine') diagnosis.value = seen;
    },

    writeEnv: async (text: string) => {
      const turn = ++attempt;
      envText.value = text;
      const candidates = await host.accountsIn(text).catch(() => []);
      if (turn !== attempt) return;
      env.value = candidates.map((candidate) => ({ candidate, wanted: true, state: 'new' }));
    },
    wantEnv: (at: number, wanted: boolean) => change(at, { wanted }),
    /** One after the other; what is connected stays so whatever becomes of the others. */
    connectEnv: async () => {
      connecting.value = true;
      const turn = ++attempt;
      let first: AccountView | undefined;
      for (const [at, { candidate, wanted, state }] of env.value.entries()) {
        if (!wanted || state === 'connected') continue;
        change(at, { state: 'connecting' });
        const { provider: from, baseUrl: address, key: secret } = candidate;
        const result = await host
          .connect({
            provider: from,
            baseUrl: address,
            another: true,
            ...(secret === undefined ? {} : { key: secret }),
          })
          .catch((error: unknown) => asFailure(error, 'wire-lost'));
        if (turn !== attempt) return;
        change(at, { state: 'code' in result ? result : 'connected' });
        if (!('code' in result)) first ??= result;
      }
      connecting.value = false;
      if (first !== undefined && env.value.every(({ wanted, state }) => !wanted || state === 'connected')) {
        envText.value = '';
        account.value = first;
      }
    },

    /** Leaves for the vendor's page; a run that is on goes on here while that is open beside it. */
    leaveToSignIn: async () => {
      signingIn.value = true;
      const page = await host
        .beginSignIn({ ...request(), returnTo: location.href })
        .catch((error: unknown) => asFailure(error, 'wire-lost'));
      signingIn.value = false;
      if (typeof page !== 'string') failed.value = page;
      else if (app.anyRuns.value) window.open(page, '_blank', 'noopener');
      else location.assign(page);
    },
  };
});

export type Connecting = InstanceType<typeof ConnectingModel>;
