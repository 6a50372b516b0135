// What a screen reader hears of a run: that it began, that it waits, how it ended. Never every token: the log itself
// is silent.

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SessionView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { plainWords } from '../markdown/plain.ts';
import { authorLabel } from '../names.ts';
import { endedWords } from './status.tsx';

const SPOKEN = 240;

function lastText(view: SessionView): string {
  const work = view.items.findLast((item) => item.type === 'work');
  const text = work?.type === 'work' ? work.parts.findLast((part) => part.type === 'text') : undefined;
  return text?.type === 'text' ? Array.from(plainWords(text.text)).slice(0, SPOKEN).join('') : '';
}

export function Announcer(): VNode {
  const { app } = useUi();
  const { room } = useRoom();
  const [said, setSaid] = useState('');
  const view = room.view.value;
  const { run, waiting } = view;
  const agent = run === undefined ? '' : authorLabel(app.models.value, run.agent, run.model);
  const [first] = waiting;
  const asks = first === undefined ? view.asking?.[0] : undefined;
  const asked = first ?? asks;
  const state = asked === undefined ? `${run?.run} ${run?.status}` : `asks ${asked.callId}`;
  const [before, setBefore] = useState(state);
  useEffect(() => {
    if (state === before) return;
    setBefore(state);
    if (first !== undefined) setSaid(t('say.waiting', { agent, what: first.tool }));
    else if (asks !== undefined) setSaid(t('say.asks', { agent, what: asks.question?.question ?? '' }));
    else if (run?.status === 'running') setSaid(t('say.working', { agent }));
    else if (run?.status === 'stopped') setSaid(t('say.stopped'));
    else if (run?.status === 'done') setSaid(t('say.done', { agent, text: lastText(view) }));
    else if (run !== undefined) setSaid(endedWords(run));
  }, [state]);
  return (
    <p class="sr" role="status">
      {said}
    </p>
  );
}
