// The room as long as the harness has not answered: empty, until it fails or takes long.

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useUi } from '../context.ts';
import { t } from '../i18n/text.ts';
import { lazy } from './lazy.tsx';

const StartTrouble = lazy(() => import('../screens/start-trouble.tsx').then((chunk) => chunk.StartTrouble));

const SLOW_MS = 8000;
/** After failed starts nobody waits so long for the way out. */
const SLOW_AGAIN_MS = 1500;

export function Starting(): VNode {
  const { app, failedStarts } = useUi();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), failedStarts < 2 ? SLOW_MS : SLOW_AGAIN_MS);
    return () => clearTimeout(timer);
  }, []);
  const failed = app.failed.value !== undefined;
  return (
    <main class="room" aria-busy={!failed}>
      <h1 class="sr">{t('app.name')}</h1>
      {failed || isSlow ? <StartTrouble /> : null}
    </main>
  );
}
