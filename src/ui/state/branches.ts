// The branches of an open session: variants and the way between them, messages said anew, replies made anew, forks,
// and the way to an entry wherever it stands. The room shows what comes of it.

import { createModel, effect, signal, untracked } from '@preact/signals';
import type { SessionSetup } from '../../engine/events.ts';
import { asId, type MessageId, type RunId, type SessionId } from '../../engine/ids.ts';
import type { UserPart } from '../../engine/messages.ts';
import type { EntryLocation, HostApi } from '../../protocol/host.ts';
import type { App } from './app.ts';
import type { Room } from './room.ts';
import { readEditDraft, saveEditDraft } from './memory.ts';
import type { OpenRoom } from './ui.ts';

export type VariantPoint = Awaited<ReturnType<HostApi['variants']>>[number];

/** How long a branch may be on its way before one gives up looking for it. */
const PATIENCE_MS = 10_000;
/** How long a press may show nothing before another one counts. */
const TAKEN_MS = 2_000;

const BranchesModel = createModel((host: HostApi, app: App, session: SessionId, room: Room) => {
  const points = signal<readonly VariantPoint[]>([]);
  const left = readEditDraft(session);
  const editing = signal<MessageId | undefined>(left === undefined ? undefined : asId(left.message));
  /** The editor comes from before: nobody asked for it just now, so it leaves the focus where it is. */
  let restored = left !== undefined;
  const endEdit = (): void => {
    editing.value = undefined;
    restored = false;
    saveEditDraft(session, undefined);
  };
  /** Entry of a variant that was just switched to: its pager takes the keyboard again. */
  const arrived = signal<number | undefined>(undefined);
  let asked = 0;

  const refresh = async (): Promise<void> => {
    const turn = ++asked;
    try {
      const found = await host.variants(session);
      if (turn === asked) points.value = found;
    } catch {
      // Without them the branch at hand is shown alone.
    }
  };

  // What a reply begins with is known when its run has ended.
  const stopFollowing = effect(() => {
    const branched = room.head.value?.branched === true;
    void room.branch.value;
    void room.view.value.run?.status;
    if (branched) untracked(() => void refresh());
  });

  const has = (seq: number): boolean => room.entries.value.some((entry) => entry.seq === seq);

  /** The branch that holds the entry, and all of it down to the entry. False: it can't be had. */
  const bring = async (seq: number): Promise<boolean> => {
    if (has(seq)) return true;
    let place: EntryLocation | undefined;
    const located = await app.attempt(
      host.locate(session, { seq }).then((found) => {
        place = found;
      }),
    );
    if (!located || place === undefined) return false;
    if (!place.onBranch) {
      const before = room.branch.peek();
      if (!(await app.attempt(host.switchVariant(session, seq)))) return false;
      await until(() => room.branch.value > before || has(seq));
    }
    const missing = place.window - room.entries.peek().length;
    if (!has(seq) && missing > 0) await room.showEarlier(missing);
    return has(seq);
  };

  /** Until it is taken and the page shows the run it began: a second press asks for nothing. */
  const busy = signal(false);

  const once = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (busy.peek()) return false;
    busy.value = true;
    const done = await work();
    busy.value = false;
    return done;
  };

  const start = (work: () => Promise<void>): Promise<boolean> =>
    once(async () => {
      const before = room.view.peek().run?.run;
      if (!(await app.attempt(work()))) return false;
      await until(() => room.view.value.run?.run !== before, TAKEN_MS);
      endEdit();
      return true;
    });

  return {
    points,
    editing,
    /** What the editor begins with: what was left in it, else undefined. */
    editDraft: (message: MessageId): string | undefined => {
      const draft = readEditDraft(session);
      return draft?.message === message ? draft.text : undefined;
    },
    keepEdit: (message: MessageId, text: string) => saveEditDraft(session, { message, text }),
    endEdit,
    wasRestored: () => restored,
    arrived,
    close: () => stopFollowing(),
    bring,
    switchTo: async (seq: number) => {
      arrived.value = seq;
      if (!(await app.attempt(host.switchVariant(session, seq)))) arrived.value = undefined;
    },
    /** Says `text` in the place of a message; what else was in it stays. Stops what runs. */
    edit: (message: MessageId, parts: readonly UserPart[], text: string) =>
      start(() =>
        host.editMessage(session, message, {
          id: asId<MessageId>(crypto.randomUUID()),
          parts: [
            ...(text === '' ? [] : [{ type: 'text', text } as const]),
            ...parts.filter(({ type }) => type !== 'text'),
          ],
        }),
      ),
    /** Answers anew what the run answered, with another model where one is given. Stops what runs. */
    regenerate: (run: RunId, setup?: SessionSetup) => start(() => host.regenerate(session, run, setup)),
    /** The new session's id; undefined: it failed, and the page says why. */
    fork: async (place: { readonly message: MessageId } | { readonly run: RunId }) => {
      let made: SessionId | undefined;
      await once(() =>
        app.attempt(
          host.fork(session, place).then((id) => {
            made = id;
          }),
        ),
      );
      return made;
    },
  };
});

export type Branches = InstanceType<typeof BranchesModel>;

const known = new WeakMap<OpenRoom, Branches>();

/** The branches of an open session: they come with the chunk of the room, not with the first screen. */
export function branchesOf(opened: OpenRoom): Branches {
  const made =
    known.get(opened) ??
    opened.bring((host, app) => new BranchesModel(host, app, opened.session, opened.room));
  known.set(opened, made);
  return made;
}

/** Resolves once it holds, or when it has taken too long. */
async function until(holds: () => boolean, patience = PATIENCE_MS): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    const dispose = effect(() => {
      if (holds()) resolve();
    });
    stop = () => {
      clearTimeout(timer);
      dispose();
    };
  });
  stop();
}
