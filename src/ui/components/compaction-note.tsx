// A compaction in the transcript: what it did in figures, the summary as the model reads it, and taking it back.

import { FoldVertical, TriangleAlert } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Note } from '../../features/sessions/fold.ts';
import { useRoom } from '../context.ts';
import { t } from '../i18n/later.ts';
import { Icon } from './icon.tsx';

type Compacted = Extract<Note, { kind: 'compacted' }>;
type Refused = 'running' | 'overtaken' | 'too-large';

export function CompactionNote({ note }: { readonly note: Compacted }): VNode {
  const { room } = useRoom();
  const [refused, setRefused] = useState<Refused | undefined>(undefined);
  const { messages, before, after, by, undone } = note;
  const text = undone
    ? t('note.compacted.undone')
    : by === 'fold'
      ? t('note.folded', { n: messages })
      : t('note.compacted', { n: messages, before, after });
  const undo = async (): Promise<void> => {
    const answer = await room.undoCompaction(note.id);
    setRefused(answer === 'undone' ? undefined : answer);
  };
  return (
    <>
      <div class="divider">
        <Icon of={FoldVertical} small />
        <span dir="auto">{text}</span>
        {undone ? null : (
          <button type="button" class="btn plain small" onClick={() => void undo()}>
            {t('note.compacted.undo')}
          </button>
        )}
      </div>
      {refused === undefined ? null : (
        <p class="quiet" role="status">
          {t(`note.compacted.${refused}`)}
        </p>
      )}
      <details class="think">
        <summary>{t('note.compacted.show')}</summary>
        <pre class="wrap" dir="auto">
          {note.text}
        </pre>
      </details>
    </>
  );
}

export function NotCompactedNote({
  note,
}: {
  readonly note: Extract<Note, { kind: 'not-compacted' }>;
}): VNode {
  return (
    <div class="divider">
      <Icon of={TriangleAlert} small />
      <span dir="auto">{t(`note.not-compacted.${note.reason}`)}</span>
    </div>
  );
}
