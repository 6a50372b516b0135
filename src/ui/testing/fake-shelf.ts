// The scripted host's part about sessions as things one keeps: marks, deleting and taking back, search, exports. Its
// stories have one branch each: variants and forks are the real harness's.

import type { SessionId } from '../../engine/ids.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import type { AppUpdate, HostApi, SearchHit } from '../../protocol/host.ts';
import type { Story } from './story.ts';

export interface FakeShelfPorts {
  readonly stories: Map<SessionId, Story>;
  push(update: AppUpdate): void;
}

type Marks = { pinned?: true; archived?: true };

export interface FakeShelf
  extends Pick<
    HostApi,
    | 'markSession'
    | 'removeSession'
    | 'restoreSession'
    | 'removedSessions'
    | 'purgeSession'
    | 'searchSessions'
    | 'locate'
    | 'exportSession'
  > {
  /** The head with what was marked. */
  headOf(story: Story): SessionHead;
}

export function createFakeShelf({ stories, push }: FakeShelfPorts): FakeShelf {
  const marks = new Map<SessionId, Marks>();
  const removed = new Map<SessionId, { readonly story: Story; readonly at: number }>();
  const headOf = (story: Story): SessionHead => ({ ...story.head(), ...marks.get(story.session) });

  async function* search(question: string, limit: number): AsyncGenerator<SearchHit> {
    const wanted = question.toLowerCase();
    let left = limit;
    for (const story of stories.values()) {
      const { title, archived } = headOf(story);
      for (const { event, seq, at, by } of story.entries.toReversed()) {
        if (event.type !== 'message' && event.type !== 'message-end') continue;
        const { id, parts } = event.type === 'message' ? event : event.message;
        const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
        const from = text.toLowerCase().indexOf(wanted);
        if (from < 0) continue;
        const start = Math.max(0, from - 20);
        const marked = [from - start, from - start + wanted.length] as const;
        const about = {
          session: story.session,
          title,
          archived: archived === true,
          seq,
          at,
          by,
          message: id,
        };
        yield { ...about, snippet: text.slice(start, start + 120), marks: [marked] };
        left -= 1;
        if (left <= 0) return;
      }
    }
  }

  return {
    headOf,
    markSession: (session, { pinned, archived }) => {
      const story = stories.get(session);
      const before = marks.get(session) ?? {};
      const next: Marks = {
        ...((pinned ?? before.pinned) === true ? { pinned: true } : {}),
        ...((archived ?? before.archived) === true ? { archived: true } : {}),
      };
      marks.set(session, next);
      if (story !== undefined) push({ type: 'session', head: headOf(story) });
      return Promise.resolve();
    },
    removeSession: (session) => {
      const story = stories.get(session);
      if (story !== undefined) removed.set(session, { story, at: Date.now() });
      stories.delete(session);
      push({ type: 'session-removed', session });
      return Promise.resolve();
    },
    restoreSession: (session) => {
      const story = removed.get(session)?.story;
      removed.delete(session);
      if (story !== undefined) {
        stories.set(session, story);
        push({ type: 'session', head: headOf(story) });
      }
      return Promise.resolve();
    },
    removedSessions: () =>
      Promise.resolve([...removed.values()].map(({ story, at }) => ({ ...headOf(story), removedAt: at }))),
    purgeSession: (session) => {
      removed.delete(session);
      return Promise.resolve();
    },
    searchSessions: (question, limit) => Promise.resolve(search(question, limit)),
    locate: (session, place) => {
      const entries = stories.get(session)?.entries ?? [];
      const at = 'seq' in place ? entries.findIndex(({ seq }) => seq === place.seq) : -1;
      return Promise.resolve(at < 0 ? undefined : { onBranch: true, window: entries.length - at });
    },
    exportSession: (session, format) =>
      Promise.resolve({ name: `${session}.${format}`, mediaType: 'text/plain', text: session }),
  };
}
