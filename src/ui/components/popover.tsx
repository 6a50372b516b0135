// A button and what it opens: the platform's popover (top layer, Escape, click outside), placed at its button.

import type { ComponentChildren, TargetedMouseEvent, TargetedToggleEvent, VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface PopoverProps {
  readonly label: string;
  /** What stands on the button. */
  readonly face: ComponentChildren;
  readonly buttonClass: string;
  /** The button's name where its face does not say it. */
  readonly name?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

const GAP = 6;
const EDGE = 12;

export function place(popover: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth, offsetHeight } = popover;
  const below = anchor.bottom + GAP;
  const top =
    below + offsetHeight + EDGE > innerHeight && anchor.top - GAP - offsetHeight > EDGE
      ? anchor.top - GAP - offsetHeight
      : below;
  const wanted = anchor.left + offsetWidth + EDGE > innerWidth ? anchor.right - offsetWidth : anchor.left;
  popover.style.insetBlockStart = `${Math.max(EDGE, Math.min(top, innerHeight - offsetHeight - EDGE))}px`;
  popover.style.left = `${Math.max(EDGE, Math.min(wanted, innerWidth - offsetWidth - EDGE))}px`;
}

export function Popover({ label, face, buttonClass, name, class: look = '', children }: PopoverProps): VNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const onToggle = (event: TargetedToggleEvent<HTMLDivElement>): void => {
    if (event.newState !== 'open' || body.current === null || button.current === null) return;
    place(body.current, button.current.getBoundingClientRect());
  };
  /** In a menu every press is the last one. */
  const onPick = (event: TargetedMouseEvent<HTMLDivElement>): void => {
    if (look.includes('menu') && event.target !== event.currentTarget) event.currentTarget.hidePopover();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={buttonClass}
        popovertarget={id}
        aria-haspopup="dialog"
        {...(name === undefined ? {} : { 'aria-label': name })}
      >
        {face}
      </button>
      <div
        ref={body}
        id={id}
        popover="auto"
        class={`pop ${look}`}
        role="dialog"
        aria-label={label}
        onToggle={onToggle}
        onClick={onPick}
      >
        {children}
      </div>
    </>
  );
}
