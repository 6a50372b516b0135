// The door of the connect sheet: whether it is open, and what for. What stands in it comes with the sheet.

import { batch, createModel, signal } from '@preact/signals';
import type { ConnectLink } from '../../features/providers/fold.ts';
import type { AccountView, SignInAnswer } from '../../protocol/host.ts';

/** start: where from · form: one vendor or address · env: a pasted block · sign-in: back from a vendor's page */
export type ConnectStep = 'start' | 'form' | 'env' | 'sign-in';

export type ConnectWish =
  | { readonly type: 'step'; readonly step: ConnectStep }
  | { readonly type: 'link'; readonly link: ConnectLink }
  /** A new key for an account that lost its own. */
  | { readonly type: 'renew'; readonly account: AccountView }
  | { readonly type: 'signed-in'; readonly answer: SignInAnswer };

export const ConnectModel = createModel(() => {
  const wish = signal<ConnectWish | undefined>(undefined);
  const isOpen = signal(false);
  /** The link that filled the sheet last. */
  const followed = signal<ConnectLink | undefined>(undefined);
  const show = (wanted: ConnectWish): void => {
    batch(() => {
      wish.value = wanted;
      isOpen.value = true;
    });
  };
  return {
    wish,
    isOpen,
    followed,
    open: (step: ConnectStep = 'start') => show({ type: 'step', step }),
    follow: (link: ConnectLink) => {
      followed.value = link;
      show({ type: 'link', link });
    },
    renew: (account: AccountView) => show({ type: 'renew', account }),
    finishSignIn: (answer: SignInAnswer) => show({ type: 'signed-in', answer }),
    close: () => {
      batch(() => {
        wish.value = undefined;
        isOpen.value = false;
      });
    },
  };
});

export type Connect = InstanceType<typeof ConnectModel>;
