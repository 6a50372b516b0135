// What streams: live events and partial records grow the parts of the message at hand until its entry replaces them.

import type { LiveEvent } from '../../engine/events.ts';
import { readArguments } from './call-view.ts';
import type { Builder } from './builder.ts';
import type { RunState, Work } from './run-state.ts';
import type { PartView } from './view.ts';

export function onLive(builder: Builder, run: RunState, event: LiveEvent, now: number): void {
  if (event.type === 'tool-progress') {
    const place = builder.callPart(event.callId);
    if (place !== undefined) builder.putCall(place.work, { ...place.call, progress: event.note });
    return;
  }
  const work = builder.workOf(run, now);
  if (run.retry !== undefined) retryIsOver(run);
  if (event.type === 'part-start') {
    const key = builder.keyOf(run, work, event.part);
    run.live.set(event.id, key);
    run.since = now;
    if (event.part === 'tool-input') {
      const { tool } = event;
      builder.put(work, {
        type: 'call',
        key,
        run: run.run,
        tool,
        input: {},
        argumentsText: '',
        state: 'writing',
      });
    } else {
      const started = event.part === 'reasoning' ? { startedAt: now } : {};
      builder.put(work, { type: event.part, key, text: '', live: true, ...started });
    }
    return;
  }
  const at = placeOf(run, work, event);
  const part = work.parts[at];
  if (part !== undefined) {
    work.parts[at] = event.type === 'part-end' ? ended(part, now) : grown(part, event.delta);
    work.dirty = true;
  } else if (event.type === 'part-delta' && event.part !== 'tool-input') {
    const key = builder.keyOf(run, work, event.part);
    builder.put(work, { type: event.part, key, text: event.delta, live: true });
  }
}

/** A page that came late knows the text from its partial, not the stream's id: the last open part of that kind. */
function placeOf(
  run: RunState,
  work: Work,
  event: Exclude<LiveEvent, { type: 'part-start' | 'tool-progress' }>,
): number {
  const named = run.live.get(event.id);
  if (named !== undefined) return work.parts.findLastIndex(({ key }) => key === named);
  const kind = event.part === 'tool-input' ? 'call' : event.part;
  return work.parts.findLastIndex((part) => part.type === kind && isOpen(part));
}

/** The wait is over once anything of the next try is seen; its note stays, in the past tense. */
export function retryIsOver(run: RunState, dropped = false): void {
  run.retry = undefined;
  const { work } = run;
  if (work === undefined) return;
  work.parts = work.parts.map((part) =>
    part.type === 'note' && part.note.kind === 'retry' && !part.note.over
      ? { ...part, note: { ...part.note, over: true, ...(dropped ? { dropped } : {}) } }
      : part,
  );
  work.dirty = true;
}

function isOpen(part: PartView): boolean {
  return part.type === 'call' ? part.state === 'writing' : 'live' in part && part.live;
}

function grown(part: PartView, delta: string): PartView {
  if (part.type === 'text' || part.type === 'reasoning') return { ...part, text: part.text + delta };
  return part.type === 'call' ? { ...part, argumentsText: part.argumentsText + delta } : part;
}

function ended(part: PartView, now: number): PartView {
  if (part.type === 'text') return { ...part, live: false };
  if (part.type === 'reasoning') {
    return { ...part, live: false, ...(part.startedAt === undefined ? {} : { ms: now - part.startedAt }) };
  }
  return part.type === 'call' ? { ...part, input: readArguments(part.argumentsText) } : part;
}
