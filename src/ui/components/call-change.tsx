// What a write did to its file: from what the approval showed, from the arguments of an edit, else from the kept
// snapshots.

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { CallView } from '../../features/sessions/fold.ts';
import type { FileChange } from '../../protocol/host.ts';
import { useRoom } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { Diff } from './lines.tsx';

interface Known {
  readonly before: string | null;
  readonly after: string;
  readonly numbered: boolean;
}

function knownOf(call: CallView): Known | undefined {
  const preview = call.approval?.preview;
  if (preview?.type === 'file') return { before: preview.before, after: preview.after, numbered: true };
  const { old, new: now, content } = call.input;
  if (call.tool === 'edit_file' && typeof old === 'string' && typeof now === 'string') {
    return { before: old, after: now, numbered: false };
  }
  return call.change?.created === true && typeof content === 'string'
    ? { before: null, after: content, numbered: true }
    : undefined;
}

export function CallChange({ call }: { readonly call: CallView }): VNode {
  const { room } = useRoom();
  const known = knownOf(call);
  const [read, setRead] = useState<FileChange | Failure | undefined>(undefined);
  const { callId } = call;
  const wanted = known === undefined;
  useEffect(() => {
    if (!wanted || callId === undefined) return;
    let alive = true;
    room.readChange(callId).then(
      (change) => alive && setRead(change),
      (error: unknown) => alive && setRead(asFailure(error, 'wire-lost')),
    );
    return () => {
      alive = false;
    };
  }, [wanted, callId]);
  const path = call.change?.path ?? '';
  if (known !== undefined) return <Diff path={path} {...known} short />;
  if (read === undefined) return <p class="quiet">{t('diff.loading')}</p>;
  if ('code' in read)
    return <p class="quiet">{read.code === 'not-found' ? t('diff.lost') : failureText(read)}</p>;
  return <Diff path={path} before={read.before} after={read.after} short />;
}
