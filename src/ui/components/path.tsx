// A path that gives up its folders before its file name.

import type { VNode } from 'preact';
import { Plainly } from './unseen.tsx';

export function Path({ of: path }: { readonly of: string }): VNode {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <code class="path" title={path}>
      {cut > 0 ? (
        <span>
          <Plainly text={path.slice(0, cut)} />
        </span>
      ) : null}
      <Plainly text={path.slice(cut)} />
    </code>
  );
}
