// Links that leave: the full address is shown before anything opens, whichever way they are pressed. Links to files of
// the workspace open in the side panel.

import { signal } from '@preact/signals';
import { ExternalLink } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { Icon } from './icon.tsx';
import { place } from './popover.tsx';
import { Plainly } from './unseen.tsx';

const leaving = signal<{ readonly address: string; readonly at: DOMRect } | undefined>(undefined);

/** Handles a press on a link inside text that nobody vouches for. */
export function openLink(event: MouseEvent, onPath: (path: string) => void): void {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.prose a[href]') : null;
  if (link === null || event.button > 1) return;
  event.preventDefault();
  const { path } = link.dataset;
  if (path === undefined) leaving.value = { address: link.href, at: link.getBoundingClientRect() };
  else onPath(path);
}

export function Leaving(): VNode {
  const box = useRef<HTMLDivElement>(null);
  const wanted = leaving.value;
  useEffect(() => {
    const element = box.current;
    if (element === null || wanted === undefined) return;
    element.showPopover();
    place(element, wanted.at);
    element.querySelector('a')?.focus();
  }, [wanted]);
  const onToggle = (event: { readonly newState: string }): void => {
    if (event.newState === 'closed') leaving.value = undefined;
  };
  return (
    <div ref={box} popover="auto" class="pop" role="dialog" aria-label={t('link.leave')} onToggle={onToggle}>
      {wanted === undefined ? null : (
        <>
          <p>{t('link.leave')}</p>
          <p class="address">
            <Plainly text={wanted.address} />
          </p>
          <a
            class="btn small"
            href={wanted.address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => box.current?.hidePopover()}
          >
            <Icon of={ExternalLink} small />
            {t('link.open')}
          </a>
        </>
      )}
    </div>
  );
}
