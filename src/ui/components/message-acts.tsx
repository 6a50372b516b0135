// What can be done with one message: a row of buttons under it for whoever points at it or comes by keyboard, one
// button with a menu on a phone. Drawn once the message comes near the screen: a long session has many.

import {
  Check,
  ChevronDown,
  Copy,
  Ellipsis,
  FileCode,
  GitFork,
  type LucideIcon,
  PencilLine,
  RefreshCw,
} from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asId, type MessageId, type RunId } from '../../engine/ids.ts';
import type { SaidView } from '../../features/sessions/fold.ts';
import { type Copied, copyPlain, copyRich } from '../clipboard.ts';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { modelLabel } from '../names.ts';
import { type Branches, branchesOf } from '../state/branches.ts';
import { go } from '../state/router.ts';
import { isNarrow, isTouch } from '../state/viewport.ts';
import { Icon } from './icon.tsx';
import { Menu, type MenuItem, type MenuPlace } from './menu.tsx';
import { Confirm } from './sheet.tsx';

interface Act extends MenuItem {
  readonly icon: LucideIcon;
}

/** So far ahead of the screen. */
const AHEAD = '800px';

function useNear(): { readonly box: { current: HTMLDivElement | null }; readonly near: boolean } {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || near) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { root: element.closest('.scroll'), rootMargin: AHEAD },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [near]);
  return { box, near };
}

function MenuButton({
  face,
  name,
  items,
}: {
  readonly face: VNode;
  readonly name: string;
  readonly items: readonly MenuItem[];
}): VNode {
  const [open, setOpen] = useState<MenuPlace | undefined>(undefined);
  return (
    <>
      <button
        type="button"
        class="btn plain icon small"
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        onClick={({ currentTarget: from }) =>
          setOpen(open === undefined ? { at: from.getBoundingClientRect(), from } : undefined)
        }
      >
        {face}
      </button>
      {open === undefined ? null : (
        <Menu label={name} items={items} {...open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

function Buttons({
  acts,
  models,
}: {
  readonly acts: readonly Act[];
  readonly models: readonly MenuItem[];
}): VNode {
  if (isNarrow.value || isTouch.value) {
    return (
      <MenuButton
        face={<Icon of={Ellipsis} />}
        name={t('act.more')}
        items={[
          ...acts,
          ...models.map((item) => ({
            ...item,
            icon: RefreshCw,
            label: `${t('act.regenerate')}: ${item.label}`,
          })),
        ]}
      />
    );
  }
  return (
    <>
      {acts.map(({ icon, label, act }) => (
        <button
          key={label}
          type="button"
          class="btn plain icon small"
          aria-label={label}
          title={label}
          onClick={({ detail }) => {
            // The second press of a double press finds another message under it.
            if (detail < 2) act();
          }}
        >
          <Icon of={icon} />
        </button>
      ))}
      {models.length === 0 ? null : (
        <MenuButton face={<Icon of={ChevronDown} />} name={t('act.regenerateWith')} items={models} />
      )}
    </>
  );
}

/** Copy in both forms, and a moment in which one sees that it was done. */
function useCopying(copied: Copied): { readonly acts: readonly Act[]; readonly said: string } {
  const [done, setDone] = useState<'rich' | 'plain' | 'refused' | undefined>(undefined);
  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(() => setDone(undefined), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  const after = (how: 'rich' | 'plain') => (ok: boolean) => setDone(ok ? how : 'refused');
  const wording = { image: t('link.image'), embedded: t('link.embedded') };
  return {
    said: done === undefined ? '' : t(done === 'refused' ? 'act.noClipboard' : 'act.copied'),
    acts: [
      {
        icon: done === 'rich' ? Check : Copy,
        label: t('act.copy'),
        act: () => void copyRich(copied, wording).then(after('rich')),
      },
      {
        icon: done === 'plain' ? Check : FileCode,
        label: t('act.copyMarkdown'),
        act: () => void copyPlain(copied).then(after('plain')),
      },
    ],
  };
}

function useForking(): (place: Parameters<Branches['fork']>[0]) => Act {
  const branches = branchesOf(useRoom());
  return (place) => ({
    icon: GitFork,
    label: t('act.fork'),
    act: () =>
      void branches.fork(place).then((session) => {
        if (session !== undefined) go({ type: 'session', session });
      }),
  });
}

export function SaidActs({ said, text }: { readonly said: SaidView; readonly text: string }): VNode {
  const branches = branchesOf(useRoom());
  const { box, near } = useNear();
  const fork = useForking();
  const copying = useCopying({ text, markdown: false });
  const message = asId<MessageId>(said.key);
  const edit: Act = {
    icon: PencilLine,
    label: t('act.edit'),
    act: () => {
      branches.editing.value = message;
    },
  };
  return (
    <div ref={box} class="acts" role="group" aria-label={t('act.name')}>
      {near ? <Buttons acts={[...copying.acts, edit, fork({ message })]} models={[]} /> : null}
      <span class="told" role="status">
        {copying.said}
      </span>
    </div>
  );
}

export function WorkActs({ run, text }: { readonly run: RunId; readonly text: string }): VNode {
  const { app } = useUi();
  const opened = useRoom();
  const { room } = opened;
  const branches = branchesOf(opened);
  const { box, near } = useNear();
  const fork = useForking();
  const copying = useCopying({ text, markdown: true });
  /** What waits for a word, since a run is on: with which model, '' for the same. */
  const [asking, setAsking] = useState<string | undefined>(undefined);
  const anew = (model: string): void =>
    void branches.regenerate(run, ...(model === '' ? [] : [{ model } as const]));
  const want = (model: string): void => {
    if (room.runs.peek()) setAsking(model);
    else anew(model);
  };
  const models = app.models.value;
  const others = (): readonly MenuItem[] =>
    models.length < 2
      ? []
      : models.map(({ name }) => ({ label: modelLabel(models, name), act: () => want(name) }));
  const regenerate: Act = { icon: RefreshCw, label: t('act.regenerate'), act: () => want('') };
  return (
    <div ref={box} class="acts" role="group" aria-label={t('act.name')}>
      {near ? (
        <Buttons acts={[...(text === '' ? [] : copying.acts), fork({ run }), regenerate]} models={others()} />
      ) : null}
      <span class="told" role="status">
        {copying.said}
      </span>
      {asking === undefined ? null : (
        <Confirm
          title={t('act.stopFirst')}
          what={t('act.stopFirst.what')}
          yes={t('act.stopFirst.yes')}
          onClose={() => setAsking(undefined)}
          onYes={() => anew(asking)}
        />
      )}
    </div>
  );
}
