// One article of the log: what the person said, or one stretch of a run with all it thought, called and said.

import { ChevronRight } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallId } from '../../engine/ids.ts';
import type {
  PartView,
  ReasoningView,
  SaidView,
  SessionView,
  TextView,
  WorkView,
} from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import {
  daysBetween,
  formatClock,
  formatDay,
  formatElapsed,
  formatMoment,
  formatMs,
  formatSince,
  isoTime,
} from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { productName } from '../import-words.ts';
import { AGENT_HUE, authorLabel, initial, isRehearsal, textOf } from '../names.ts';
import { branchesOf } from '../state/branches.ts';
import { now } from '../state/clock.ts';
import { Approval } from './approval.tsx';
import { BlockedCall } from './blocked-call.tsx';
import { EditMessage } from './edit-message.tsx';
import { Icon, StateShape } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { memo } from './memo.ts';
import { SaidActs, WorkActs } from './message-acts.tsx';
import { Note } from './note.tsx';
import { Prose } from './prose.tsx';
import { SaidText } from './said-text.tsx';
import { isDiff, ReadsLine, ToolLine } from './tool-line.tsx';
import { UnknownCall } from './unknown-call.tsx';

const Question = lazy(() => import('./question.tsx').then((chunk) => chunk.Question));
const AttachedParts = lazy(() => import('./attached.tsx').then((chunk) => chunk.AttachedParts));

const isToday = (at: number): boolean => daysBetween(at, Date.now()) === 0;

/** Beside the author: the hour on a narrow page, which has no margin; the whole moment of another day anywhere. */
function DayOf({ at }: { readonly at: number }): VNode {
  return (
    <time class={isToday(at) ? '' : 'day'} dateTime={isoTime(at)}>
      {formatSince(at)}
    </time>
  );
}

function Time({ at }: { readonly at: number }): VNode {
  if (isToday(at)) return <time dateTime={isoTime(at)}>{formatClock(at)}</time>;
  return (
    <time dateTime={isoTime(at)} title={formatMoment(at)}>
      <span>{formatDay(at)}</span>
      <span>{formatClock(at)}</span>
    </time>
  );
}

interface SaidProps {
  readonly said: SaidView;
  /** Somebody jumps to it: nothing of it is folded. */
  readonly whole: boolean;
}

export const Said = memo(({ said, whole }: SaidProps): VNode => {
  const branches = branchesOf(useRoom());
  const author = t('room.you');
  const time = formatSince(said.at);
  const text = textOf(said.parts);
  const editing = branches.editing.value === said.key;
  return (
    <article
      class="entry me"
      data-entry={said.key}
      tabIndex={-1}
      aria-label={t('room.article', { author, time })}
    >
      <Time at={said.at} />
      <span class="who me" aria-hidden="true" />
      <div class="body">
        <div class="by">
          <b>{author}</b>
          <DayOf at={said.at} />
        </div>
        {editing ? <EditMessage said={said} /> : text === '' ? null : <SaidText text={text} whole={whole} />}
        {said.parts.some(({ type }) => type !== 'text') ? <AttachedParts parts={said.parts} /> : null}
      </div>
      {editing ? null : <SaidActs said={said} text={text} />}
    </article>
  );
});

function Reasoning({ part }: { readonly part: ReasoningView }): VNode {
  const [open, setOpen] = useState(false);
  const label = part.live
    ? t('room.thinking')
    : part.ms === undefined
      ? t('room.thought')
      : t('room.thought.for', { time: formatMs(part.ms) });
  return (
    <details class="think" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} turns />
        {label}
        {part.live && part.startedAt !== undefined ? (
          <span class="num">{formatElapsed(now.value - part.startedAt)}</span>
        ) : null}
      </summary>
      {open ? <p dir="auto">{part.text}</p> : null}
    </details>
  );
}

function Withdrawn({ part }: { readonly part: TextView | ReasoningView }): VNode {
  const inner = part.type === 'text' ? <Prose text={part.text} live={false} /> : <Reasoning part={part} />;
  // Cut off is not taken back: what was said stays as it was said.
  if (part.withdrawn === undefined || part.withdrawn.code === 'interrupted') {
    return (
      <>
        {inner}
        <p class="quiet cutoff">{t('room.cutOff')}</p>
      </>
    );
  }
  return (
    <div class="withdrawn">
      {inner}
      <small>{t('room.withdrawn', { why: failureText(part.withdrawn) })}</small>
    </div>
  );
}

function Part({ part, agent }: { readonly part: PartView; readonly agent: string }): VNode | null {
  const { room } = useRoom();
  switch (part.type) {
    case 'text':
      if (part.withdrawn !== undefined) return part.text === '' ? null : <Withdrawn part={part} />;
      return <Prose text={part.text} live={part.live} />;
    case 'reasoning':
      return part.withdrawn === undefined ? <Reasoning part={part} /> : <Withdrawn part={part} />;
    case 'note':
      return <Note view={part} />;
    case 'reads':
      return <ReadsLine reads={part} />;
    case 'call': {
      const { approval } = part;
      if (part.state === 'waiting' && approval !== undefined) {
        const first = room.view.value.waiting[0]?.callId === part.callId;
        const asked = part.askedAt === undefined ? {} : { askedAt: part.askedAt };
        return (
          <Approval key={approval.approvalId} request={approval} agent={agent} first={first} {...asked} />
        );
      }
      if (part.state === 'asking' && part.callId !== undefined && part.question !== undefined) {
        const { callId, question, askedAt } = part;
        const first = isFirstQuestion(room.view.value, callId);
        const asked = askedAt === undefined ? {} : { askedAt };
        return (
          <Question key={callId} callId={callId} question={question} agent={agent} first={first} {...asked} />
        );
      }
      // One press helps all that wait for the folder: the first has the button.
      const activity = room.view.value.run?.activity;
      if (activity?.type === 'blocked' && activity.call.callId === part.callId)
        return <BlockedCall call={part} />;
      return part.state === 'unknown' ? <UnknownCall call={part} /> : <ToolLine call={part} />;
    }
  }
}

/** Approvals have the keyboard before questions. */
const isFirstQuestion = ({ waiting, asking }: SessionView, call: CallId): boolean =>
  waiting.length === 0 && asking?.[0]?.callId === call;

const WAITS: ReadonlySet<string> = new Set(['waiting', 'blocked', 'asking', 'unknown']);

const isLine = (part: PartView): boolean =>
  part.type === 'reads' ||
  (part.type === 'call' &&
    part.state !== 'waiting' &&
    part.state !== 'blocked' &&
    part.state !== 'asking' &&
    part.state !== 'unknown' &&
    !isDiff(part));

/** Tool lines next to each other stand closer together than what is around them. */
function groupsOf(parts: readonly PartView[]): readonly (readonly PartView[])[] {
  const groups: PartView[][] = [];
  for (const part of parts) {
    const before = groups.at(-1)?.at(-1);
    if (before !== undefined && isLine(before) && isLine(part)) groups.at(-1)?.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** What was said in a stretch, as it was written; what was taken back is no part of it. */
function wordsOf(work: WorkView): string {
  return work.parts
    .flatMap((part) => (part.type === 'text' && part.withdrawn === undefined ? [part.text.trim()] : []))
    .join('\n\n');
}

interface WorkProps {
  readonly work: WorkView;
  /** Nothing of an agent follows. */
  readonly last: boolean;
  /** The last stretch of its run. */
  readonly ends: boolean;
}

export const Work = memo(({ work, last, ends }: WorkProps): VNode => {
  const { app } = useUi();
  const { room } = useRoom();
  // Where an import does not say which model it was, the product speaks.
  const product = room.head.value?.origin?.product;
  const author =
    work.model === '' && product !== undefined
      ? productName(product)
      : authorLabel(app.models.value, work.by, work.model);
  const time = formatSince(work.at);
  const waits = work.live && work.parts.some((part) => part.type === 'call' && WAITS.has(part.state));
  const more = isRehearsal(work.model) ? t('room.offline') : '';
  return (
    <article
      class={`entry ${AGENT_HUE}${last && !work.live ? ' last' : ''}`}
      data-entry={work.key}
      tabIndex={-1}
      aria-label={t('room.article', { author, time })}
    >
      <Time at={work.at} />
      <span class="who" aria-hidden="true">
        {initial(author)}
      </span>
      <div class="body">
        <div class="by">
          <b>{author}</b>
          {more === '' ? null : <span>{more}</span>}
          <DayOf at={work.at} />
        </div>
        {groupsOf(work.parts).map((group) => {
          const [first] = group;
          if (first === undefined) return null;
          return isLine(first) ? (
            <div key={first.key} class="calls">
              {group.map((part) => (
                <Part key={part.key} part={part} agent={author} />
              ))}
            </div>
          ) : (
            <Part key={first.key} part={first} agent={author} />
          );
        })}
      </div>
      {ends && !work.live ? <WorkActs run={work.run} text={wordsOf(work)} /> : null}
      {work.live ? (
        <span class="knot" aria-hidden="true">
          <span class={`state ${waits ? 'waiting' : 'running'}`}>
            <StateShape shape={waits ? 'waiting' : 'running'} />
          </span>
        </span>
      ) : null}
    </article>
  );
});
