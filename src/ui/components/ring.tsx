// A share as a small ring with marks at 70 and 90 percent, and as a bar. The number always stands beside it.

import type { VNode } from 'preact';

export function Ring({ share }: { readonly share: number }): VNode {
  const look = share >= 0.9 ? ' hot' : share >= 0.7 ? ' warm' : '';
  return (
    <svg class={`ring${look}`} viewBox="0 0 38 38" aria-hidden="true">
      <circle class="track" cx="19" cy="19" r="15.915" />
      <circle
        class="used"
        cx="19"
        cy="19"
        r="15.915"
        style={{ '--p': String(Math.round(Math.min(share, 1) * 100)) }}
      />
      <path class="tick" d="M14.9 6.4 13.3 1.3M29.7 11.2 34 8.1" />
    </svg>
  );
}

export function Meter({ share, ticks = false }: { readonly share: number; readonly ticks?: boolean }): VNode {
  return (
    <span class={`meter${ticks ? ' ticks' : ''}`} aria-hidden="true">
      <i style={{ '--w': `${Math.min(share, 1) * 100}%` }} />
    </span>
  );
}
