// The three small drawings of the first screen: a line replaced, several things becoming one, a passage marked.

import type { VNode } from 'preact';

const GLYPHS = {
  diff: (
    <>
      <path class="l" d="M4 5h28M4 31h22" />
      <path class="del" d="M4 13.5h34" />
      <path class="add" d="M4 22h44" />
    </>
  ),
  join: (
    <>
      <path class="l" d="M12 5c14 0 14 13 26 13M12 18h26M12 31c14 0 14-13 26-13" />
      <circle class="d" cx="8" cy="5" r="3.5" />
      <circle class="d" cx="8" cy="18" r="3.5" />
      <circle class="d" cx="8" cy="31" r="3.5" />
      <circle class="k" cx="43" cy="18" r="5" />
    </>
  ),
  mark: (
    <>
      <path class="l" d="M4 5h40M4 13.5h12M44 13.5h4M4 22h36M4 30.5h24" />
      <path class="hit" d="M20 13.5h20" />
      <path class="l" d="M48 10v7" />
    </>
  ),
} as const;

export function Glyph({ of }: { readonly of: keyof typeof GLYPHS }): VNode {
  return (
    <svg class="glyph" viewBox="0 0 56 36" aria-hidden="true">
      {GLYPHS[of]}
    </svg>
  );
}
