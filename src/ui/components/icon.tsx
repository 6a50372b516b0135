// Icons: lucide at 1.5 px, our own shapes for states, and the knot. Always hidden from assistive technology; the name
// stands beside them.

import type { LucideIcon } from 'lucide-preact';
import type { VNode } from 'preact';
import { t } from '../i18n/text.ts';

interface IconProps {
  readonly of: LucideIcon;
  /** Small: beside dense text. */
  readonly small?: boolean;
  /** Points along the line of reading: mirrored where that runs from right to left. */
  readonly turns?: boolean;
}

export function Icon({ of: Glyph, small = false, turns = false }: IconProps): VNode {
  return (
    <Glyph class={`i${small ? ' s' : ''}${turns ? ' turns' : ''}`} strokeWidth={1.5} aria-hidden="true" />
  );
}

const SHAPES = {
  queued: <circle cx="12" cy="12" r="8" stroke-width="2" stroke-dasharray="3.2 3.1" />,
  running: (
    <>
      <path d="M12 3.5a8.5 8.5 0 1 1-8.5 8.5" stroke-width="2.5" />
      <circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none" />
    </>
  ),
  waiting: (
    <>
      <path d="M5 22V3" stroke-width="2.25" />
      <path d="M5 4h14l-4 5 4 5H5z" fill="currentColor" />
    </>
  ),
  done: <path d="m4 12.5 5.5 5.5L20 6.5" stroke-width="2.5" />,
  failed: <path d="m6 6 12 12M18 6 6 18" stroke-width="2.5" />,
  skipped: <path d="M5 12h14" stroke-width="2.5" />,
  interrupted: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M10 9v6M14 9v6" stroke-width="2" />
    </>
  ),
} as const;

export type Shape = keyof typeof SHAPES;

export function StateShape({ shape }: { readonly shape: Shape }): VNode {
  return (
    <svg class="i" viewBox="0 0 24 24" aria-hidden="true">
      {SHAPES[shape]}
    </svg>
  );
}

const WORDS = {
  running: 'state.running',
  waiting: 'state.waiting',
  interrupted: 'state.interrupted',
  done: 'state.done',
  failed: 'state.failed',
} as const;

interface StateProps {
  readonly of: keyof typeof WORDS;
  /** In place of the usual word. */
  readonly word?: string;
  /** Only the rail may leave the word to assistive technology. */
  readonly wordless?: boolean;
}

export function State({ of, word = t(WORDS[of]), wordless = false }: StateProps): VNode {
  const look = of === 'interrupted' ? 'waiting' : of;
  return (
    <span class={`state ${look}`} {...(wordless ? { title: word } : {})}>
      <StateShape shape={of} />
      {wordless ? <span class="sr">{word}</span> : word}
    </span>
  );
}

export function Knot(): VNode {
  return (
    <svg class="i mark" viewBox="0 0 24 24" aria-hidden="true">
      <g stroke-width="2">
        <path d="M12 1.7v7.2c0 2-1.7 3.4-3.6 3.4S5 11 5 9.2s1.5-3.1 3.4-3.1h.8M14.8 6.1h.8c1.9 0 3.4 1.3 3.4 3.1s-1.5 3.1-3.4 3.1" />
        <path d="M8.4 12.3c-3 1-4.7 2.7-4.7 4.8 0 2.9 3.4 5.2 8.3 5.2s8.3-2.3 8.3-5.2c0-2.1-1.7-3.8-4.7-4.8" />
      </g>
    </svg>
  );
}
