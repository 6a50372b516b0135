// A call that had begun when the page closed: the person says whether it ran, or has it looked up. Never run again
// silently.

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asFailure } from '../../engine/failures.ts';
import type { CallView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { targetOf } from '../tool-words.ts';
import { StateShape } from './icon.tsx';
import { Plainly } from './unseen.tsx';

export function UnknownCall({ call }: { readonly call: CallView }): VNode {
  const { app } = useUi();
  const { room } = useRoom();
  const [busy, setBusy] = useState(false);
  const [unclear, setUnclear] = useState(false);
  const { callId } = call;
  const resolve = (answer: 'ran' | 'not-run' | 'check'): void => {
    if (callId === undefined) return;
    setBusy(true);
    room.resolveUnknown(callId, answer).then(
      (found) => {
        setBusy(false);
        setUnclear(found === 'unknown');
      },
      (error: unknown) => {
        setBusy(false);
        app.trouble.value = asFailure(error, 'wire-lost');
      },
    );
  };
  return (
    <section class="ask" role="group" aria-label={t('unknown.name')}>
      <header>
        <StateShape shape="waiting" />
        {t('unknown.what')}
      </header>
      <p class="what">
        <code>{call.tool}</code>
        {targetOf(call) === call.tool ? null : (
          <code>
            <Plainly text={targetOf(call)} />
          </code>
        )}
      </p>
      <p>{t(unclear ? 'unknown.unclear' : 'unknown.why')}</p>
      <div class="acts">
        <button type="button" class="btn" disabled={busy} onClick={() => resolve('check')}>
          {t('unknown.check')}
        </button>
        <button type="button" class="btn" disabled={busy} onClick={() => resolve('ran')}>
          {t('unknown.ran')}
        </button>
        <button type="button" class="btn" disabled={busy} onClick={() => resolve('not-run')}>
          {t('unknown.notRun')}
        </button>
      </div>
    </section>
  );
}
