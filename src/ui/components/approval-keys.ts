// The keyboard of an approval: nothing for its first 400 ms; then, if nobody is typing, the focus goes to the default
// button (to the card where there is none). Escape denies. Letters typed by someone who had not noticed go on into
// the composer.

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export const DEAD_MS = 400;
const TYPED_MS = 1500;
const LOOK_MS = 100;

let typedAt = Number.NEGATIVE_INFINITY;
addEventListener(
  'keydown',
  (event) => {
    if (event.target instanceof Element && event.target.matches('input, textarea, [contenteditable]'))
      typedAt = event.timeStamp;
  },
  { capture: true, passive: true },
);

/** Nobody has the keyboard, or the composer has it and nothing is written or being written there. */
function isFree(): boolean {
  if (document.querySelector('dialog[open], :popover-open') !== null) return false;
  const active = document.activeElement;
  if (active === null || active === document.body || active.matches('[role="log"]')) return true;
  if (!(active instanceof HTMLTextAreaElement) || !active.matches('.composer textarea')) return false;
  return active.value === '' && performance.now() - typedAt >= TYPED_MS;
}

interface Keys {
  readonly active: boolean;
  readonly irreversible: boolean;
  readonly onDeny: () => void;
  /** A key of the card's own; true: it was one. */
  readonly onKey?: (key: string) => boolean;
}

export function useApprovalKeys(
  card: RefObject<HTMLElement | null>,
  { active, irreversible, onDeny, onKey }: Keys,
): void {
  const deny = useRef(onDeny);
  deny.current = onDeny;
  const own = useRef(onKey);
  own.current = onKey;
  useEffect(() => {
    const element = card.current;
    if (element === null || !active) return;
    const shownAt = performance.now();
    let ours = false;
    // Someone who is just finishing a word gets their time; someone who writes on is left alone.
    const timer = setInterval(() => {
      if (performance.now() - shownAt < DEAD_MS || !isFree()) return;
      clearInterval(timer);
      const wanted = irreversible
        ? element
        : (element.querySelector<HTMLElement>('[data-default]') ?? element);
      wanted.focus({ preventScroll: true });
      ours = true;
    }, LOOK_MS);
    const onKeyDown = (event: KeyboardEvent): void => {
      const inside = event.target instanceof Node && element.contains(event.target);
      if (inside && performance.now() - shownAt < DEAD_MS) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (!inside) return;
      const typing = event.target instanceof Element && event.target.matches('input, textarea, select');
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (!typing && plain && own.current?.(event.key) === true) {
        event.preventDefault();
      } else if (event.key === 'Escape') {
        // In the reason it puts the reason away.
        if (event.target instanceof Element && event.target.closest('.why') !== null) return;
        event.preventDefault();
        deny.current();
      } else if (event.key === 'Tab' || event.key.startsWith('Arrow')) ours = false;
      else if (
        ours &&
        event.key.length === 1 &&
        event.key !== ' ' &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey
      ) {
        if (!typing) document.querySelector<HTMLElement>('.composer textarea')?.focus();
      }
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [active, irreversible]);
}
