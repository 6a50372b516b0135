// Thin dividers in words a person understands: retries, limits, how a run ended and what can be done about it.

import {
  ArrowUpDown,
  CirclePause,
  CircleStop,
  Cpu,
  Gauge,
  type LucideIcon,
  RotateCw,
  TriangleAlert,
  Undo2,
} from 'lucide-preact';
import type { ComponentChildren, VNode } from 'preact';
import type { Budget, BudgetLimitName } from '../../engine/budget.ts';
import type { Outcome } from '../../engine/events.ts';
import type { Note as NoteData, NoteView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { formatElapsed } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText, joined, remedyText } from '../i18n/text.ts';
import { modelLabel } from '../names.ts';
import { now } from '../state/clock.ts';
import { amount } from './fuel.tsx';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { memo } from './memo.ts';

const CompactionNote = lazy(() => import('./compaction-note.tsx').then((chunk) => chunk.CompactionNote));
const NotCompactedNote = lazy(() => import('./compaction-note.tsx').then((chunk) => chunk.NotCompactedNote));
const SwitchNote = lazy(() => import('./switch-note.tsx').then((chunk) => chunk.SwitchNote));

interface LineProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly look?: string;
  readonly children?: ComponentChildren;
}

function Line({ icon, text, look = '', children }: LineProps): VNode {
  return (
    <div class={`divider ${look}`}>
      <Icon of={icon} small />
      <span dir="auto">{text}</span>
      {children}
    </div>
  );
}

type Retry = Extract<NoteData, { kind: 'retry' }>;

function RetryNote({ note }: { readonly note: Retry }): VNode {
  const what = failureText(note.failure);
  const left = note.until - now.value;
  const text = note.dropped
    ? what
    : note.over
      ? t('note.retried', { what, n: note.attempt })
      : left > 0
        ? t('note.retry', { what, time: formatElapsed(left + 999), n: note.attempt })
        : t('note.retry.now', { what, n: note.attempt });
  return <Line icon={RotateCw} text={text} />;
}

type End = Extract<NoteData, { kind: 'end' }>;

function limitWord(limit: BudgetLimitName | undefined): string {
  return t(`budget.limit.${limit ?? 'tokens'}`);
}

function endText({ outcome, open, discarded }: End): string {
  switch (outcome.status) {
    case 'stopped':
      return t(discarded ? 'note.discarded' : 'note.stopped');
    case 'over-budget':
      return t('note.over', { limit: limitWord(outcome.limit) });
    case 'interrupted':
      return t(discarded ? 'note.discarded' : open ? 'note.interrupted' : 'note.continued');
    case 'failed': {
      const failure = outcome.failure ?? { code: 'bug' };
      return t('note.failed', { what: [failureText(failure), remedyText(failure) ?? ''].join(' ').trim() });
    }
    case 'done':
      return t('note.turns', { n: outcome.turns });
  }
}

const END_ICONS: Readonly<Record<Outcome['status'], LucideIcon>> = {
  stopped: CircleStop,
  'over-budget': Gauge,
  interrupted: CirclePause,
  failed: TriangleAlert,
  done: CircleStop,
};

const MODEL_TROUBLE = new Set([
  'auth',
  'no-model',
  'key-missing',
  'model-missing',
  'quota-exhausted',
  'unreachable',
  'not-a-provider',
]);

function EndNote({ note }: { readonly note: End }): VNode {
  const { connect } = useUi();
  const { room } = useRoom();
  const { run, outcome } = note;
  const latest = room.view.value.run;
  const mine = latest?.run === run && latest.status === outcome.status;
  const interrupted = note.open && mine && outcome.status === 'interrupted';
  const raised =
    note.open && mine && outcome.status === 'over-budget'
      ? raisedBudget(latest.budget, outcome.limit)
      : undefined;
  const asks = interrupted || raised !== undefined;
  const look = `${asks ? 'asks ' : ''}${outcome.status === 'failed' ? 'bad asks' : ''}`;
  return (
    <Line icon={END_ICONS[outcome.status]} text={endText(note)} look={look}>
      {interrupted ? (
        <>
          <button type="button" class="btn primary small" onClick={() => void room.continueRun(run)}>
            {t('note.continue')}
          </button>
          <button type="button" class="btn plain small" onClick={() => void room.discardRun(run)}>
            {t('note.discard')}
          </button>
        </>
      ) : null}
      {raised === undefined ? null : (
        <button type="button" class="btn small" onClick={() => void room.raise(run, raised.budget)}>
          {t('note.raise', { limit: raised.label })}
        </button>
      )}
      {mine && outcome.status === 'failed' && MODEL_TROUBLE.has(outcome.failure?.code ?? '') ? (
        <button type="button" class="btn small" onClick={() => connect.open()}>
          {t('note.connect')}
        </button>
      ) : null}
    </Line>
  );
}

/** Twice the limit that ended the run. */
function raisedBudget(
  budget: Budget | undefined,
  limit: BudgetLimitName | undefined,
): { readonly budget: Budget; readonly label: string } | undefined {
  const before = limit === undefined ? undefined : budget?.[limit];
  if (limit === undefined || before === undefined) return undefined;
  const after = before * 2;
  return {
    budget: { [limit]: after },
    label: `${amount(limit, after)} ${limit === 'usd' || limit === 'wallMs' ? '' : limitWord(limit)}`.trim(),
  };
}

export const Note = memo(({ view }: { readonly view: NoteView }): VNode => {
  const { app } = useUi();
  const { note } = view;
  switch (note.kind) {
    case 'retry':
      return <RetryNote note={note} />;
    case 'near-limit':
      return <Line icon={Gauge} text={t('note.near', { limit: limitWord(note.limit) })} />;
    case 'switch':
      return <SwitchNote note={note} />;
    case 'compacted':
      return <CompactionNote note={note} />;
    case 'not-compacted':
      return <NotCompactedNote note={note} />;
    case 'raised':
      return <Line icon={ArrowUpDown} text={t('note.raised')} />;
    case 'undone':
      return <Line icon={Undo2} text={t('note.undone', { paths: joined(note.paths) })} />;
    case 'setup': {
      const { model, mode } = note.setup;
      const text =
        model === undefined
          ? t('note.mode', { mode: mode === undefined ? '' : t(`mode.${mode}`) })
          : t('note.model', { model: modelLabel(app.models.value, model) });
      return <Line icon={Cpu} text={text} />;
    }
    case 'end':
      return <EndNote note={note} />;
  }
});
