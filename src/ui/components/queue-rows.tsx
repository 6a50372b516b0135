// Messages that wait for a tool boundary or for the end of the run: reworded, reordered, sent now, taken back. One that
// a run takes in meanwhile is left as it went.

import { ArrowDown, ArrowUp, CornerDownRight, Pencil, Send, X } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { UserPart } from '../../engine/messages.ts';
import type { QueuedView } from '../../features/sessions/fold.ts';
import { useRoom } from '../context.ts';
import { t } from '../i18n/later.ts';
import { textOf } from '../names.ts';
import { askingOf } from '../state/asking.ts';
import { Icon } from './icon.tsx';
import '../styles/asking.css';

export function QueueRows(): VNode {
  const opened = useRoom();
  const { late } = askingOf(opened);
  const { queue } = opened.room.view.value;
  return (
    <>
      {queue.length === 0 ? null : (
        <ul class="queue" aria-label={t('queue.name')}>
          {queue.map((message, at) => (
            <Row key={message.id} message={message} at={at} queue={queue} />
          ))}
        </ul>
      )}
      {late.value === 'queue' ? (
        <p class="quiet late" role="status">
          {t('queue.late')}
        </p>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly message: QueuedView;
  readonly at: number;
  readonly queue: readonly QueuedView[];
}

function Row({ message, at, queue }: RowProps): VNode {
  const opened = useRoom();
  const { room, composer } = opened;
  const asking = askingOf(opened);
  const [editing, setEditing] = useState(false);
  const { id, parts, when } = message;
  const files = parts.flatMap((part) => (part.type === 'text' ? [] : [part.name ?? part.mediaType]));
  const running = room.runs.value;
  /** The boundary it waits for comes with an answer; sent now, it is one. */
  const asks = (room.view.value.asking?.length ?? 0) > 0;
  const up = queue[at - 1];
  const isLast = at === queue.length - 1;
  const move = (by: -1 | 1): void => {
    if (by < 0 && up !== undefined) void asking.change(id, { before: up.id });
    if (by > 0 && !isLast) void asking.change(id, { before: queue[at + 2]?.id ?? null });
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLLIElement>): void => {
    if (!event.altKey || editing || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  if (editing)
    return (
      <li class="next-up">
        <Words
          start={textOf(parts)}
          onCancel={() => setEditing(false)}
          onSave={(text) => {
            setEditing(false);
            void asking.change(id, { parts: reworded(parts, text) });
          }}
        />
      </li>
    );
  return (
    <li class="next-up" onKeyDown={onKeyDown}>
      <Icon of={CornerDownRight} turns />
      <span class="when">{t(running ? `queue.${when}` : 'queue.waits')}</span>
      <span class="cut" dir="auto">
        {[textOf(parts), ...files].join(' ')}
      </span>
      <span class="push" />
      {up === undefined ? null : <Act name={t('queue.up')} icon={ArrowUp} act={() => move(-1)} />}
      {isLast ? null : <Act name={t('queue.down')} icon={ArrowDown} act={() => move(1)} />}
      {running && when === 'steer' && at === 0 && !asks ? null : (
        <Act name={t('queue.now')} icon={Send} act={() => void asking.sendNow(id)} />
      )}
      <Act name={t('queue.edit')} icon={Pencil} act={() => setEditing(true)} />
      <Act
        name={t('queue.back')}
        icon={X}
        act={() => {
          void asking.takeBack(id).then((taken) => {
            if (taken) composer.giveBack(parts);
          });
        }}
      />
    </li>
  );
}

interface ActProps {
  readonly name: string;
  readonly icon: Parameters<typeof Icon>[0]['of'];
  readonly act: () => void;
}

function Act({ name, icon, act }: ActProps): VNode {
  return (
    <button type="button" class="btn plain icon small" aria-label={name} title={name} onClick={act}>
      <Icon of={icon} />
    </button>
  );
}

/** The text in the place of the first one; what is attached stays. */
function reworded(parts: readonly UserPart[], text: string): readonly UserPart[] {
  const rest = parts.filter(({ type }) => type !== 'text');
  return text === '' ? rest : [{ type: 'text', text }, ...rest];
}

interface WordsProps {
  readonly start: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

function Words({ start, onSave, onCancel }: WordsProps): VNode {
  const [text, setText] = useState(start);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(start.length, start.length);
  }, []);
  const keep = (value: string): void =>
    value.trim() === '' || value === start ? onCancel() : onSave(value.trim());
  return (
    <>
      <textarea
        ref={box}
        class="input"
        aria-label={t('queue.text')}
        dir="auto"
        rows={Math.min(8, Math.max(1, text.split('\n').length))}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing || event.keyCode === 229) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            keep(event.currentTarget.value);
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            onCancel();
          }
        }}
      />
      <button type="button" class="btn small" onClick={() => keep(text)}>
        {t('queue.keep')}
      </button>
      <button type="button" class="btn plain small" onClick={onCancel}>
        {t('room.cancel')}
      </button>
    </>
  );
}
