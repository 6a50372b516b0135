// The head of a screen: the way to the rail, then what the screen puts there.

import { Menu, PanelLeft } from 'lucide-preact';
import type { ComponentChildren, VNode } from 'preact';
import { useUi } from '../context.ts';
import { t } from '../i18n/text.ts';
import { isNarrow } from '../state/viewport.ts';
import { Icon } from './icon.tsx';

export function Head({
  bare = false,
  children,
}: {
  readonly bare?: boolean;
  readonly children?: ComponentChildren;
}): VNode {
  const { panel } = useUi();
  const narrow = isNarrow.value;
  return (
    <div class={`head${bare ? ' bare' : ''}`}>
      {narrow ? (
        <button
          type="button"
          class="btn plain icon"
          aria-label={t('rail.sessions')}
          aria-haspopup="dialog"
          onClick={() => {
            panel.sheet.value = 'rail';
          }}
        >
          <Icon of={Menu} />
        </button>
      ) : panel.rail.value ? null : (
        <button
          type="button"
          class="btn plain icon small"
          aria-label={t('rail.show')}
          onClick={() => panel.setRail(true)}
        >
          <Icon of={PanelLeft} turns />
        </button>
      )}
      {children}
    </div>
  );
}
