// The transcript: scrolls with what comes as long as the reader is at its end, and leaves the reader alone otherwise.

import { ArrowDown } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { asId, type MessageId, USER } from '../../engine/ids.ts';
import type { ItemView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { modelLabel } from '../names.ts';
import { branchesOf } from '../state/branches.ts';
import { Approval } from './approval.tsx';
import { BranchNote, OriginNote } from './branch-note.tsx';
import { Said, Work } from './entry.tsx';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { openLink } from './leaving.tsx';
import { Note } from './note.tsx';
import { useJump } from './jump.ts';
import '../styles/message.css';

const Question = lazy(() => import('./question.tsx').then((chunk) => chunk.Question));

/** So near to the end counts as being there. */
const NEAR = 48;

export interface Follow {
  readonly following: boolean;
  toEnd(): void;
}

export function Log({ onFollow }: { readonly onFollow: (follow: Follow) => void }): VNode {
  const { app, panel } = useUi();
  const opened = useRoom();
  const { room, files, composer } = opened;
  const branches = branchesOf(opened);
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const top = useRef(0);
  const [following, setFollowing] = useState(true);
  const view = room.view.value;
  const { items } = view;

  const toEnd = (): void => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
    follows.current = true;
    setFollowing(true);
  };

  useEffect(() => onFollow({ following, toEnd }), [following]);

  useLayoutEffect(() => {
    const element = box.current;
    const content = inner.current;
    if (element === null || content === null) return;
    const keep = (): void => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    };
    keep();
    const observer = new ResizeObserver(keep);
    observer.observe(content);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // What is put in above must not push what is read: the distance to the end stays.
  const firstKey = items[0]?.key;
  const before = useRef<{ readonly key: string | undefined; readonly fromEnd: number } | undefined>(
    undefined,
  );
  useLayoutEffect(() => {
    const element = box.current;
    const kept = before.current;
    if (element === null || kept === undefined || kept.key === firstKey) return;
    before.current = undefined;
    if (!follows.current) element.scrollTop = element.scrollHeight - kept.fromEnd;
  }, [firstKey]);

  const onScroll = (): void => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    // Only a reader scrolls up; content that grows leaves the place where it is.
    const left = !near && scrollTop < top.current - 1;
    top.current = scrollTop;
    if (near === follows.current || (!near && !left)) return;
    follows.current = near;
    setFollowing(near);
  };

  const earlier = (): void => {
    const element = box.current;
    if (element !== null) {
      follows.current = false;
      before.current = { key: firstKey, fromEnd: element.scrollHeight - element.scrollTop };
    }
    void room.showEarlier();
  };

  const onClick = (event: MouseEvent): void => {
    openLink(event, (path) => {
      panel.show('files');
      panel.setOpen(true);
      files.select(path, 'file');
    });
  };

  const jumped = useJump(box, () => {
    follows.current = false;
    setFollowing(false);
  });

  // A message said anew or a reply made anew begins at the end; a variant that was switched to is looked at.
  const branch = room.branch.value;
  useEffect(() => {
    if (branch === 0) return;
    if (room.runs.peek()) toEnd();
    else if (branches.arrived.peek() !== undefined) follows.current = false;
  }, [branch]);

  // The arrow up in an empty message box opens what was said last.
  useEffect(() => {
    composer.offerEdit(() => {
      const mine = room.view.peek().items.findLast((item) => item.type === 'said' && item.by === USER);
      if (mine === undefined) return false;
      branches.editing.value = asId<MessageId>(mine.key);
      return true;
    });
  }, [opened]);

  const ends = useMemo(() => lastStretches(items), [items]);
  const points = branches.points.value;
  const origin = room.head.value?.origin;
  const older = room.olderApprovals.value;
  const questions = room.olderQuestions.value;
  const agent = modelLabel(app.models.value, view.run?.model ?? room.setup.value.model);
  return (
    <div
      ref={box}
      class="scroll"
      role="log"
      aria-label={t('room.transcript')}
      aria-live="off"
      tabIndex={0}
      onScroll={onScroll}
      onClick={onClick}
      onAuxClick={onClick}
    >
      <div ref={inner} class="log">
        {room.complete.value ? null : (
          <p class="earlier">
            <button
              type="button"
              class="btn plain small"
              disabled={room.loadingEarlier.value}
              onClick={earlier}
            >
              {t('room.earlier')}
            </button>
          </p>
        )}
        {room.complete.value && origin !== undefined ? <OriginNote origin={origin} /> : null}
        {items.flatMap((item, at) => {
          if (item.type === 'note') return [<Note key={item.key} view={item} />];
          const begins = points.find(({ message, run }) =>
            item.type === 'said' ? message === item.key : run === item.run && items[at - 1]?.type !== 'work',
          );
          const shown =
            item.type === 'said' ? (
              <Said key={item.key} said={item} whole={jumped === item.key} />
            ) : (
              <Work
                key={item.key}
                work={item}
                last={items[at + 1]?.type !== 'work'}
                ends={ends.has(item.key)}
              />
            );
          return begins === undefined
            ? [shown]
            : [<BranchNote key={`branch ${item.key}`} point={begins} />, shown];
        })}
        {questions.map(({ callId, question, at: askedAt }, at) => (
          <div key={callId} class="entry">
            <div class="body">
              <Question
                callId={callId}
                question={question}
                agent={agent}
                askedAt={askedAt}
                first={at === 0 && view.waiting.length === 0 && older.length === 0}
              />
            </div>
          </div>
        ))}
        {older.map((request, at) => (
          <div key={request.approvalId} class="entry">
            <div class="body">
              <Approval request={request} agent={agent} first={at === 0 && view.waiting.length === 0} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Keys of those stretches that are the last of their run. */
function lastStretches(items: readonly ItemView[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const item of items) if (item.type === 'work') last.set(item.run, item.key);
  return new Set(last.values());
}

export function JumpToLatest({ follow }: { readonly follow: Follow | undefined }): VNode | null {
  if (follow === undefined || follow.following) return null;
  return (
    <button type="button" class="btn small jump" onClick={() => follow.toEnd()}>
      <Icon of={ArrowDown} small />
      {t('room.jump')}
    </button>
  );
}
