// Pulls a run and puts it on record: the loop goes on only after what it said is stored. Streamed text is
// checkpointed in the run's partial record; live events go to whoever listens, and are lost if nobody does.

import {
  type Entry,
  isLive,
  type LiveEvent,
  type Outcome,
  type RunEvent,
  type StoredEvent,
} from '../../engine/events.ts';
import type { MessageId, ParticipantId, RunId } from '../../engine/ids.ts';
import type { AssistantPart } from '../../engine/messages.ts';
import type { Clock, PartialMessage } from '../../engine/ports.ts';
import { wellFormed } from '../../engine/text.ts';

/** How often streamed text is checkpointed at most. */
export const CHECKPOINT_MS = 250;

/** How long an event that may ride with the next one waits for it. */
const RIDE_MS = 50;

export interface Record {
  readonly run: RunId;
  readonly agent: ParticipantId;
  readonly clock: Clock;
  readonly partialId: MessageId;
  store(
    events: readonly StoredEvent[],
    options: { readonly durable: boolean; readonly clearPartial: boolean },
  ): Promise<readonly Entry[]>;
  savePartial(partial: PartialMessage): Promise<void>;
  live(event: LiveEvent): void;
}

/** Contract: rejects only when the log can't be written; the run is then aborted by the caller. */
export async function recordRun(run: AsyncGenerator<RunEvent, Outcome>, record: Record): Promise<Outcome> {
  const partial = createPartial(record);
  let pending: StoredEvent[] = [];
  for (;;) {
    const coming = run.next();
    if (pending.length > 0 && (await isLate(coming, record.clock))) {
      // What rides along is shown all the same where its company lets people wait: a long search, say.
      await record.store(pending, { durable: false, clearPartial: false });
      pending = [];
    }
    const step = await coming;
    if (step.done === true) {
      await partial.end();
      if (pending.length > 0) await record.store(pending, { durable: true, clearPartial: false });
      return step.value;
    }
    const event = step.value;
    if (isLive(event)) {
      partial.take(event);
      record.live(event);
      continue;
    }
    pending.push(event);
    if (rides(event)) continue;
    const ends = event.type === 'message-end';
    if (ends) await partial.end();
    const events = pending;
    pending = [];
    await record.store(events, { durable: event.type !== 'turn-start', clearPartial: ends });
  }
}

function isLate(coming: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(RIDE_MS, () => resolve(true));
    coming.then(() => {
      cancel();
      resolve(false);
    }, reject);
  });
}

/** Goes on record together with the next event: nothing depends on its being there earlier. */
function rides(event: StoredEvent): boolean {
  switch (event.type) {
    case 'nudge':
      return true;
    case 'tool-start':
      return event.effect === 'none' || event.effect === 'read';
    default:
      return false;
  }
}

interface Partial {
  take(event: LiveEvent): void;
  /** No checkpoint is under way, and none follows, once this resolves. */
  end(): Promise<void>;
}

function createPartial({ run, agent, clock, partialId, savePartial }: Record): Partial {
  const texts = new Map<string, { type: 'text' | 'reasoning'; text: string }>();
  /** A checkpoint is due or under way: deltas only add to it. */
  let pending = false;
  let cancel = (): void => undefined;
  let saving: Promise<void> | undefined;

  const save = (): void => {
    const parts: AssistantPart[] = [...texts.values()].map(({ type, text }) => ({
      type,
      text: wellFormed(text),
    }));
    // A lost checkpoint costs a quarter of a second of text after a crash, nothing else.
    saving = savePartial({ run, by: agent, id: partialId, parts, at: clock.now() })
      .catch(() => undefined)
      .finally(() => {
        pending = false;
      });
  };
  return {
    take: (event) => {
      if (event.type === 'part-start' && event.part !== 'tool-input')
        texts.set(event.id, { type: event.part, text: '' });
      if (event.type !== 'part-delta' || event.part === 'tool-input') return;
      const block = texts.get(event.id);
      if (block === undefined) return;
      block.text += event.delta;
      if (pending) return;
      pending = true;
      cancel = clock.after(CHECKPOINT_MS, save);
    },
    end: async () => {
      cancel();
      texts.clear();
      await saving;
      pending = false;
    },
  };
}
