// The page of the opening benchmark: folds the window that its worker reads, as the room screen does, puts the result
// on screen and says when it was painted.

import type { Entry } from '../../src/engine/events.ts';
import { asId, type SessionId } from '../../src/engine/ids.ts';
import type { PartialMessage } from '../../src/engine/ports.ts';
import type { SessionHead } from '../../src/engine/session-head.ts';
import { createSessionFold } from '../../src/features/sessions/fold.ts';

export type Order =
  | { readonly type: 'write'; readonly session: SessionId; readonly count: number }
  | { readonly type: 'read'; readonly session: SessionId };

export interface Answer {
  readonly startedAt: number;
  readonly openedAt: number;
  readonly readAt: number;
  readonly head: SessionHead | undefined;
  readonly entries: readonly Entry[];
  readonly complete: boolean;
  readonly partials: readonly PartialMessage[];
}

/** Milliseconds from the start of the storage read. */
export interface Opening {
  readonly openedMs: number;
  readonly readMs: number;
  readonly paintedMs: number;
  /** Entries in the log, entries read, articles shown. */
  readonly count: number;
  readonly read: number;
  readonly shown: number;
}

const reader = new Worker(new URL('./reader.ts', import.meta.url), { type: 'module' });

function ask<Reply>(order: Order): Promise<Reply> {
  return new Promise((resolve, reject) => {
    reader.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
    reader.onerror = (event) => reject(new Error(event.message));
    reader.postMessage(order);
  });
}

const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function open(name: string): Promise<Opening> {
  const answer = await ask<Answer>({ type: 'read', session: asId(name) });
  const fold = createSessionFold();
  for (const entry of answer.entries) fold.entry(entry);
  for (const partial of answer.partials) fold.partial(partial);
  const { items } = fold.view();
  document.title = answer.head?.title ?? '';
  document.body.replaceChildren(
    ...items.map((item) => {
      const article = document.createElement('article');
      article.textContent = JSON.stringify(item);
      return article;
    }),
  );
  await painted();
  const now = performance.timeOrigin + performance.now();
  return {
    openedMs: answer.openedAt - answer.startedAt,
    readMs: answer.readAt - answer.startedAt,
    paintedMs: now - answer.startedAt,
    count: answer.head?.count ?? 0,
    read: answer.entries.length,
    shown: items.length,
  };
}

Object.assign(globalThis, {
  openSession: open,
  writeSession: (name: string, count: number) => ask<void>({ type: 'write', session: asId(name), count }),
});
