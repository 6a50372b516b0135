// The way to one message of the open session: its branch brought up, what lies before it loaded, the page scrolled to it
// and the words that were searched for marked.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Entry } from '../../engine/events.ts';
import { failure } from '../../engine/failures.ts';
import type { SessionView } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { markWords } from '../marked-words.ts';
import { branchesOf } from '../state/branches.ts';
import type { Jump } from '../state/shelf.ts';

interface There {
  readonly key: string;
  readonly jump: Jump;
  /** Which text of the item. */
  readonly nth: number;
}

/** The key of the item that shows the entry; undefined: none does. */
export function itemOf(view: SessionView, entry: Entry): string | undefined {
  const { event, run } = entry;
  if (event.type === 'message') return view.items.find(({ key }) => key === event.id)?.key;
  if (event.type !== 'message-end') return undefined;
  const stretches = view.items.filter((item) => item.type === 'work' && item.run === run);
  // Parts are named after the turn that they came in.
  const holds = stretches.find(
    (item) => item.type === 'work' && item.parts.some(({ key }) => key.startsWith(event.turn)),
  );
  return (holds ?? stretches.at(-1))?.key;
}

/** Which of its texts holds the entry: each is drawn as one. */
function textOf(view: SessionView, key: string, { event }: Entry): number {
  const item = view.items.find((one) => one.key === key);
  if (item?.type !== 'work' || event.type !== 'message-end') return 0;
  const drawn = item.parts.filter(
    (part) => part.type === 'text' && (part.withdrawn === undefined || part.text !== ''),
  );
  return Math.max(
    0,
    drawn.findIndex((part) => part.key.startsWith(event.turn)),
  );
}

/** Goes where the shelf wants this session to be. The key of the item that was gone to. */
export function useJump(
  box: { readonly current: HTMLElement | null },
  leaveEnd: () => void,
): string | undefined {
  const { app, shelf } = useUi();
  const opened = useRoom();
  const { session, room } = opened;
  const branches = branchesOf(opened);
  const [there, setThere] = useState<There | undefined>(undefined);
  const wanted = shelf.target.value;

  useEffect(() => {
    if (wanted === undefined || wanted.session !== session) return;
    leaveEnd();
    void branches.bring(wanted.seq).then((found) => {
      if (shelf.target.peek() !== wanted) return;
      shelf.target.value = undefined;
      const entry = room.entries.peek().find(({ seq }) => seq === wanted.seq);
      const key = entry === undefined ? undefined : itemOf(room.view.peek(), entry);
      if (found && entry !== undefined && key !== undefined)
        setThere({ key, jump: wanted, nth: textOf(room.view.peek(), key, entry) });
      else if (app.trouble.peek() === undefined)
        app.trouble.value = failure('not-found', 'the message is not in the session');
    });
  }, [wanted]);

  useLayoutEffect(() => {
    const log = box.current;
    if (log === null || there === undefined) return;
    const { key, jump, nth } = there;
    const item = log.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`);
    if (item === null) return;
    leaveEnd();
    item.focus({ preventScroll: true });
    // The words are drawn when the renderer is here; until then, and again then, the page goes to the message.
    return markWords(item, { question: jump.question, nth }, (range) => {
      const mark = range?.getBoundingClientRect() ?? item.getBoundingClientRect();
      const { top, height } = log.getBoundingClientRect();
      const wish = range === undefined ? top + 24 : top + height / 3;
      log.scrollTop += mark.top - wish;
    });
  }, [there]);

  return there?.key;
}
