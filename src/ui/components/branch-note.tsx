// Where a branch begins: which variant of how many this is, and the way to its brothers; where a whole session comes
// from.

import { ChevronLeft, ChevronRight, FileDown, GitBranch, GitFork } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SessionOrigin } from '../../engine/session-head.ts';
import { useRoom, useUi } from '../context.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { productName } from '../import-words.ts';
import { titleOf } from '../names.ts';
import { branchesOf, type VariantPoint } from '../state/branches.ts';
import { addressOf } from '../state/router.ts';
import { Icon } from './icon.tsx';

export function BranchNote({ point }: { readonly point: VariantPoint }): VNode {
  const opened = useRoom();
  const { room } = opened;
  const branches = branchesOf(opened);
  const pager = useRef<HTMLDivElement>(null);
  const { variants } = point;
  const at = variants.findIndex(({ active }) => active);
  const active = variants[at];
  const running = room.runs.value;
  const arrived = branches.arrived.value;
  // The page was drawn anew around it: whoever pages on finds the button where it was.
  useEffect(() => {
    if (active === undefined || arrived !== active.seq) return;
    branches.arrived.value = undefined;
    pager.current?.scrollIntoView({ block: 'nearest' });
    pager.current?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus();
  }, [arrived, active?.seq]);
  const turn = (by: number): void => {
    const next = variants[at + by];
    if (next !== undefined && !running) void branches.switchTo(next.seq);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    turn(document.dir === 'rtl' ? -by : by);
  };
  const numbers = { n: at + 1, of: variants.length };
  const words = point.message === undefined ? t('variant.reply', numbers) : t('variant.message', numbers);
  const step = (by: number, label: string, icon: typeof ChevronLeft): VNode => (
    <button
      type="button"
      class="btn plain icon small"
      aria-label={label}
      title={running ? t('variant.runs') : label}
      {...(running || variants[at + by] === undefined ? { 'aria-disabled': 'true' } : {})}
      onClick={() => turn(by)}
    >
      <Icon of={icon} turns />
    </button>
  );
  return (
    <div class="divider branch">
      <Icon of={GitBranch} small />
      <span>{words}</span>
      <div ref={pager} class="pager" role="group" aria-label={words} onKeyDown={onKeyDown}>
        {step(-1, t('variant.previous'), ChevronLeft)}
        <span class="num" aria-hidden="true">
          {formatNumber(at + 1)}/{formatNumber(variants.length)}
        </span>
        {step(1, t('variant.next'), ChevronRight)}
      </div>
    </div>
  );
}

export function OriginNote({ origin }: { readonly origin: SessionOrigin }): VNode | null {
  const { app } = useUi();
  if (origin.product !== undefined) {
    return (
      <div class="divider">
        <Icon of={FileDown} small />
        <span>{t('origin.import', { product: productName(origin.product) })}</span>
      </div>
    );
  }
  const { session } = origin;
  if (session === undefined) return null;
  const from = app.sessions.value.find((head) => head.session === session);
  return (
    <div class="divider">
      <Icon of={GitFork} small />
      {from === undefined ? (
        <span>{t('origin.gone')}</span>
      ) : (
        <span>
          {t('origin.fork')}{' '}
          <a dir="auto" href={addressOf({ type: 'session', session })}>
            {titleOf(from)}
          </a>
        </span>
      )}
    </div>
  );
}
