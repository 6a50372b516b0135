// The Trace tab: each step of the session with its time and tokens, as bars and as numbers.

import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { TurnId } from '../../engine/ids.ts';
import { type Span, spansOf } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { formatMs, formatTokens } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { AGENT_HUE, modelLabel } from '../names.ts';
import { lazy } from './lazy.tsx';

const CallSheet = lazy(() => import('./call-sheet.tsx').then((chunk) => chunk.CallSheet));

/** Waiting for a person would flatten everything else: each span counts, the gaps between them do not. */
interface Placed {
  readonly span: Span;
  readonly x: number;
  readonly w: number;
}

function placed(spans: readonly Span[]): readonly Placed[] {
  const LONGEST_WAIT = 2_000;
  let at = 0;
  let clock = spans[0]?.startAt ?? 0;
  const starts = spans.map((span) => {
    const gap = Math.min(Math.max(0, span.startAt - clock), LONGEST_WAIT);
    const start = at + gap;
    const ms = span.kind === 'person' ? Math.min(span.ms ?? 0, LONGEST_WAIT) : (span.ms ?? 0);
    clock = Math.max(clock, span.startAt + (span.ms ?? 0));
    at = start + ms;
    return { span, start, ms };
  });
  const total = Math.max(1, at);
  return starts.map(({ span, start, ms }) => ({ span, x: start / total, w: ms / total }));
}

const LOOKS: Readonly<Record<Span['kind'], string>> = {
  model: 'model',
  tool: '',
  person: 'wait',
  wait: 'wait',
  note: '',
};

function Row({ span, x, w, onOpen }: Placed & { readonly onOpen: (turn: TurnId) => void }): VNode {
  const { app } = useUi();
  const name = span.kind === 'model' ? modelLabel(app.models.value, span.name) : span.name;
  const why = span.failure === undefined ? '' : failureText({ code: span.failure });
  const look = span.failure === undefined ? LOOKS[span.kind] : 'bad';
  const { turn } = span;
  const words = (
    <>
      <b>{name}</b> {t(`trace.${span.kind}`)}
      {why === '' ? null : <span class="sr">{why}</span>}
    </>
  );
  return (
    <li class={span.kind === 'model' ? AGENT_HUE : ''} title={why}>
      {turn === undefined ? (
        <span class="name cut">{words}</span>
      ) : (
        <button type="button" class="name cut" aria-haspopup="dialog" onClick={() => onOpen(turn)}>
          {words}
        </button>
      )}
      <span class="lane" aria-hidden="true">
        <i class={look} style={{ '--x': `${x * 100}%`, '--w': `${w * 100}%` }} />
      </span>
      <span class="num">{span.ms === undefined ? '' : formatMs(span.ms)}</span>
      <span class="num">{span.tokens === undefined ? '' : formatTokens(span.tokens)}</span>
    </li>
  );
}

export function TraceTab(): VNode {
  const { room } = useRoom();
  const entries = room.entries.value;
  const rows = useMemo(() => placed(spansOf(entries)), [entries]);
  const [open, setOpen] = useState<TurnId | undefined>(undefined);
  const head = room.head.value;
  if (rows.length === 0) {
    return (
      <div class="part">
        <div class="empty">
          <p>{t('trace.what')}</p>
        </div>
      </div>
    );
  }
  return (
    <div class="part">
      <header>
        <h2>{t('trace.run')}</h2>
        {head === undefined ? null : (
          <small>{t('trace.sum', { tokens: formatTokens(head.tokens), time: formatMs(head.workMs) })}</small>
        )}
      </header>
      <ul class="fall">
        <li class="scale" aria-hidden="true">
          <span>{t('trace.step')}</span>
          <span />
          <span class="num">{t('trace.time')}</span>
          <span class="num">{t('trace.tokens')}</span>
        </li>
        {rows.map((row) => (
          <Row key={row.span.key} {...row} onOpen={setOpen} />
        ))}
      </ul>
      <p class="legend" aria-hidden="true">
        <span class={AGENT_HUE}>
          <i class="model" />
          {t('trace.model')}
        </span>
        <span>
          <i />
          {t('trace.tool')}
        </span>
      </p>
      {open === undefined ? null : <CallSheet turn={open} onClose={() => setOpen(undefined)} />}
      {room.complete.value ? null : <p class="quiet">{t('trace.window')}</p>}
    </div>
  );
}
