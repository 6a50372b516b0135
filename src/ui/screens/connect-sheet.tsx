// The connect sheet: from where, what it needs, what came of it. Nothing is asked before a button is pressed.

import { TriangleAlert } from 'lucide-preact';
import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { Sheet } from '../components/sheet.tsx';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { useConnecting } from '../late.ts';
import { ConnectDone, ConnectSignIn } from './connect-done.tsx';
import { ConnectEnv } from './connect-env.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectStart } from './connect-start.tsx';
import '../styles/models.css';

function Refused(): VNode | null {
  const connect = useConnecting();
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

function Step(): VNode {
  const connect = useConnecting();
  switch (connect.step.value) {
    case 'start':
      return (
        <>
          <Refused />
          <ConnectStart />
        </>
      );
    case 'form':
      return <ConnectForm />;
    case 'env':
      return <ConnectEnv />;
    case 'sign-in':
      return <ConnectSignIn />;
  }
}

export function ConnectSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const connect = useConnecting();
  const { wish } = useUi().connect;
  useLayoutEffect(() => {
    if (wish.value !== undefined) connect.begin(wish.value);
  }, [wish.value]);
  useLayoutEffect(() => () => connect.end(), []);
  const account = connect.account.value;
  return (
    <Sheet title={t('connect.title')} onClose={onClose}>
      {account === undefined ? <Step /> : <ConnectDone account={account} />}
      {account?.models.length === 0 && account.pulls !== true ? <ConnectForm /> : null}
    </Sheet>
  );
}
