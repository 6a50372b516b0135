// A call that waits for the grant of its folder: what is missing, that nothing is lost, and the press that asks the
// browser for it. Of several calls that wait for the same, one has the card.

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { formatElapsed } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { workspaceLabel } from '../names.ts';
import { workspaceOf } from '../state/app.ts';
import { now } from '../state/clock.ts';
import { StateShape } from './icon.tsx';

export function BlockedCall({ call }: { readonly call: CallView }): VNode {
  const { app, folders } = useUi();
  const { room } = useRoom();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState(false);
  const id = room.setup.value.workspace;
  const workspace = workspaceOf(app.workspaces.value, id);
  const name = workspace === undefined ? '' : workspaceLabel(workspace);
  const writes = call.blocked?.facts?.['access'] === 'readwrite';
  const reconnect = async (): Promise<void> => {
    setAsking(true);
    setRefused(false);
    const granted = await (await folders.load()).grant(id, writes ? 'readwrite' : 'read');
    if (granted) await room.reconnect(call.run);
    setRefused(!granted);
    setAsking(false);
  };
  return (
    <section class="ask" role="group" aria-label={t('blocked.name')}>
      <header>
        <StateShape shape="waiting" />
        {t(writes ? 'blocked.write' : 'blocked.read', { name })}
        {call.askedAt === undefined ? null : <time>{formatElapsed(now.value - call.askedAt)}</time>}
      </header>
      <p>{t(writes ? 'blocked.write.what' : 'blocked.read.what')}</p>
      {refused ? <p role="alert">{t('blocked.refused')}</p> : null}
      <div class="acts">
        <button type="button" class="btn primary" disabled={asking} onClick={() => void reconnect()}>
          {t(writes ? 'folder.allowWriting' : 'folder.reconnect')}
        </button>
      </div>
    </section>
  );
}
