// A menu that is drawn only while it is open: beside what it was opened by, moved in by arrow keys, closed by Escape,
// by a choice and by whatever else takes the focus.

import type { LucideIcon } from 'lucide-preact';
import type { TargetedFocusEvent, TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { place } from './popover.tsx';
import '../styles/sessions.css';

export interface MenuItem {
  readonly icon?: LucideIcon;
  readonly label: string;
  /** Why it can't be done now. */
  readonly unless?: string | undefined;
  readonly act: () => void;
}

export interface MenuPlace {
  readonly at: DOMRect;
  /** What opened it gets the focus back. */
  readonly from: HTMLElement;
}

interface MenuProps extends MenuPlace {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

const items = (menu: HTMLElement): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]'),
];

export function Menu({ label, items: offered, at, from, onClose }: MenuProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // By hand: the platform's own closing would take the release of the right button for a press outside.
    element.showPopover();
    place(element, at);
    items(element)[0]?.focus();
  }, [at, from]);

  const close = (): void => {
    onClose();
    if (from.isConnected) from.focus();
  };
  const onFocusOut = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): void => {
    // A press on the button that opened it closes it there.
    const stays =
      relatedTarget instanceof Node && (currentTarget.contains(relatedTarget) || from === relatedTarget);
    if (!stays) onClose();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const all = items(event.currentTarget);
    const now = all.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) all.at(next % all.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      popover="manual"
      class="pop menu"
      role="menu"
      aria-label={label}
      onFocusOut={onFocusOut}
      onKeyDown={onKeyDown}
    >
      {offered.map(({ icon, label: words, unless, act }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          class="row"
          tabIndex={-1}
          {...(unless === undefined ? {} : { 'aria-disabled': 'true' })}
          onClick={() => {
            if (unless !== undefined) return;
            close();
            act();
          }}
        >
          {icon === undefined ? null : <Icon of={icon} />}
          <span>
            {words}
            {unless === undefined ? null : <small>{unless}</small>}
          </span>
        </button>
      ))}
    </div>
  );
}
