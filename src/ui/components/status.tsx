// The status line: what goes on now, what it waits for and for how long; and how full the model's window is.

import type { VNode } from 'preact';
import type { Activity, RunView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { formatElapsed, formatMs } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { authorLabel } from '../names.ts';
import { now } from '../state/clock.ts';
import { targetOf } from '../tool-words.ts';
import { ContextMeter } from './context-meter.tsx';
import { StateShape, type Shape } from './icon.tsx';

interface Words {
  readonly state: 'running' | 'waiting';
  readonly word: string;
  readonly more?: string;
}

function wordsOf(activity: Activity, agent: string): Words {
  switch (activity.type) {
    case 'model':
      return { state: 'running', word: t('status.model', { model: agent }) };
    case 'reasoning':
      return { state: 'running', word: t('status.reasoning', { agent }) };
    case 'text':
      return { state: 'running', word: t('status.text', { agent }) };
    case 'tool-input':
      return { state: 'running', word: t('status.toolInput', { agent }) };
    case 'tools': {
      const [first] = activity.calls;
      return {
        state: 'running',
        word: t('status.tools', { n: activity.calls.length, tool: first?.tool ?? '' }),
        ...(first?.progress === undefined ? {} : { more: first.progress }),
      };
    }
    case 'approval': {
      const { call } = activity;
      const target = targetOf(call);
      return {
        state: 'waiting',
        word: t('status.approval'),
        more: t('status.approval.for', {
          tool: call.tool,
          target: target === call.tool ? '' : target,
        }).trim(),
      };
    }
    case 'blocked':
      return {
        state: 'waiting',
        word: t('status.blocked'),
        more: t('status.blocked.for', { tool: activity.call.tool }),
      };
    case 'question':
      return {
        state: 'waiting',
        word: t('status.question'),
        ...(activity.call.question === undefined ? {} : { more: activity.call.question.question }),
      };
    case 'unknown':
      return {
        state: 'waiting',
        word: t('status.unknown'),
        more: t('status.unknown.for', { tool: activity.call.tool }),
      };
    case 'retry':
      return {
        state: 'running',
        word: t('status.retry', { time: formatElapsed(Math.max(0, activity.until - now.value + 999)) }),
      };
  }
}

const ENDS: Readonly<
  Record<Exclude<RunView['status'], 'running'>, { readonly shape: Shape; readonly look: string }>
> = {
  done: { shape: 'done', look: 'done' },
  stopped: { shape: 'skipped', look: '' },
  'over-budget': { shape: 'interrupted', look: 'waiting' },
  interrupted: { shape: 'interrupted', look: 'waiting' },
  failed: { shape: 'failed', look: 'failed' },
};

/** How a run ended; where nobody measured it (it came from elsewhere), without a time. */
export function endedWords({ status, outcome }: RunView): string {
  if (status === 'running') return '';
  if (status === 'over-budget' || status === 'interrupted') return t(`status.${status}`);
  const ms = (outcome?.modelMs ?? 0) + (outcome?.toolMs ?? 0) + (outcome?.waitingMs ?? 0);
  return ms === 0 ? t(`state.${status}`) : t(`status.${status}`, { time: formatMs(ms) });
}

function Ended({ run }: { readonly run: RunView }): VNode | null {
  if (run.status === 'running') return null;
  const { shape, look } = ENDS[run.status];
  return (
    <span class={`state ${look}`}>
      <StateShape shape={shape} />
      {endedWords(run)}
    </span>
  );
}

function Running({ run, activity }: { readonly run: RunView; readonly activity: Activity }): VNode {
  const { app } = useUi();
  const { room } = useRoom();
  const { state, word, more } = wordsOf(activity, authorLabel(app.models.value, run.agent, run.model));
  const elapsed = formatElapsed(now.value - activity.since);
  const total = formatElapsed(now.value - run.startedAt);
  return (
    <>
      <span class={`state ${state}`}>
        <StateShape shape={state} />
        {room.stopping.value ? t('status.stopping') : word}
      </span>
      <span class="cut" dir="auto">
        {[more, activity.type === 'retry' ? undefined : elapsed]
          .filter((part) => part !== undefined)
          .join(', ')}
      </span>
      <span class="num hide">
        {run.turns === undefined || run.turns === 0
          ? t('status.run', { time: total })
          : t('status.step', { n: run.turns, time: total })}
      </span>
    </>
  );
}

export function Status(): VNode {
  const { room } = useRoom();
  const { run } = room.view.value;
  return (
    <div class="status">
      {run === undefined || room.sending.value ? (
        <span>{t(room.sending.value ? 'status.sending' : 'status.idle')}</span>
      ) : run.activity === undefined ? (
        <Ended run={run} />
      ) : (
        <Running run={run} activity={run.activity} />
      )}
      <span class="push">
        {run?.context === undefined ? null : <ContextMeter context={run.context} rules={run.rules} />}
      </span>
    </div>
  );
}
