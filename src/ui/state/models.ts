// Accounts and models as the settings and the pickers need them: tests with the doctor's word, the order, single
// figures, what was on the wire. Nothing is asked of a server before a button is pressed.

import { createModel, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { SessionId, TurnId } from '../../engine/ids.ts';
import type { Diagnosis, HostApi, ModelWord } from '../../protocol/host.ts';
import type { App } from './app.ts';
import { guessSystem, readHere, type System } from './here.ts';
import { PullsModel } from './pulls.ts';

export type Checkup =
  | { readonly state: 'testing' }
  | { readonly state: 'told'; readonly diagnosis: Diagnosis; readonly at: number }
  | { readonly state: 'failed'; readonly failure: Failure };

export const ModelsModel = createModel((host: HostApi, app: App) => {
  const checkups = signal<ReadonlyMap<string, Checkup>>(new Map());
  const system = signal<System>(guessSystem());
  /** The in-page models that need no network; undefined until they were looked for. */
  const kept = signal<readonly string[] | undefined>(undefined);
  const lookForKept = async (): Promise<void> => {
    kept.value = await host.keptInPage().catch(() => kept.value ?? []);
  };

  const put = (account: string, checkup: Checkup): void => {
    checkups.value = new Map([...checkups.value, [account, checkup]]);
  };

  /** The model of new sessions, where it is one of this account. */
  const defaultOf = (account: string): { readonly model?: string } => {
    const name = app.settings.value?.model ?? '';
    return name.startsWith(`${account}/`) ? { model: name.slice(account.length + 1) } : {};
  };

  const test = async (account: string): Promise<void> => {
    put(account, { state: 'testing' });
    try {
      // Brings the list of models up to date; what is wrong, if anything, the doctor says better.
      await host.testAccount(account);
      const here = await readHere(system.value);
      const diagnosis = await host.diagnose(account, { ...here, ...defaultOf(account) });
      if ('code' in diagnosis) put(account, { state: 'failed', failure: diagnosis });
      else put(account, { state: 'told', diagnosis, at: Date.now() });
    } catch (error) {
      put(account, { state: 'failed', failure: asFailure(error, 'wire-lost') });
    }
  };

  return {
    checkups,
    system,
    pulls: new PullsModel(host),
    kept,
    lookForKept,
    drop: async (model: string) => {
      await app.attempt(host.dropInPage(model));
      await lookForKept();
    },
    test,
    /** The commands are written for another system; the server is asked again. */
    useSystem: (wanted: System, account: string | undefined) => {
      system.value = wanted;
      if (account !== undefined) void test(account);
    },
    arrange: (accounts: readonly string[]) => app.attempt(host.arrangeAccounts(accounts)),
    remove: async (account: string) => {
      checkups.value = new Map([...checkups.value].filter(([id]) => id !== account));
      await app.attempt(host.removeAccount(account));
    },
    figures: (account: string, model: string) => host.modelFigures(account, model),
    loadedWindow: (account: string, model: string) => host.loadedWindow(account, model),
    describe: (account: string, model: string, word: ModelWord | undefined) =>
      app.attempt(host.describeModel(account, model, word)),
    readCalls: (session: SessionId, call: TurnId) => host.readCalls(session, call),
  };
});

export type Models = InstanceType<typeof ModelsModel>;
