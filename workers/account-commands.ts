// The commands on accounts and their models: the provider layer, and word to every tab when something changed.

import type { Providers } from '../src/features/providers/providers.ts';
import type { HostApi } from '../src/protocol/host.ts';

type AccountCommands = Pick<
  HostApi,
  | 'connect'
  | 'describeModel'
  | 'removeAccount'
  | 'testAccount'
  | 'diagnose'
  | 'diagnoseAt'
  | 'accountsIn'
  | 'pullModel'
  | 'lookForLocalServers'
  | 'arrangeAccounts'
  | 'beginSignIn'
  | 'finishSignIn'
  | 'modelFigures'
  | 'loadedWindow'
  | 'keptInPage'
  | 'dropInPage'
>;

/** Nobody aborts these from the page; each ends by its own time-outs. */
const unstopped = (): AbortSignal => new AbortController().signal;

export function createAccountCommands(providers: Providers, changed: () => void): AccountCommands {
  return {
    connect: async (request) => {
      const connected = await providers.connect(request, unstopped());
      if (!('code' in connected)) changed();
      return connected;
    },
    describeModel: async (account, model, word) => {
      await providers.say(account, model, word);
      changed();
    },
    removeAccount: async (account) => {
      await providers.remove(account);
      changed();
    },
    testAccount: async (account) => {
      const tested = await providers.test(account, unstopped());
      changed();
      return tested;
    },
    diagnose: (account, here) => providers.diagnose(account, here, unstopped()),
    diagnoseAt: (request, here) => providers.diagnoseAt(request, here, unstopped()),
    accountsIn: (text) => providers.accountsIn(text),
    pullModel: async (account, model) => providers.pull(account, model, unstopped()),
    arrangeAccounts: async (accounts) => {
      await providers.arrange(accounts);
      changed();
    },
    beginSignIn: (wish) => providers.beginSignIn(wish),
    finishSignIn: async (answer) => {
      const signedIn = await providers.finishSignIn(answer, unstopped());
      if ('id' in signedIn) changed();
      return signedIn;
    },
    modelFigures: (account, model) => providers.figures(account, model),
    loadedWindow: (account, model) => providers.loadedWindow(account, model, unstopped()),
    keptInPage: () => providers.keptInPage(),
    dropInPage: (model) => providers.dropInPage(model),
    lookForLocalServers: () => providers.lookForLocalServers(unstopped()),
  };
}
