// A sheet: the platform's modal dialog, for connecting, confirming and picking; and the drawers of a narrow page.

import { X } from 'lucide-preact';
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { isTouch } from '../state/viewport.ts';
import { Icon } from './icon.tsx';

interface ModalProps {
  readonly class: string;
  readonly label?: string;
  readonly labelledBy?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const TEXTS =
  'textarea:not(:disabled), input:not(:disabled, [type="checkbox"], [type="radio"], [type="file"])';
const CONTROLS = ':is(button, input, select, summary, a[href]):not(:disabled, .sheet > header *)';

/** A field has the keyboard at once, its text selected; else the first control that isn't Close, else the title. */
function enter(dialog: HTMLElement): void {
  const field = dialog.querySelector<HTMLInputElement | HTMLTextAreaElement>(TEXTS);
  if (field !== null && !isTouch.peek()) {
    field.focus();
    field.select();
  } else if (dialog.matches('.sheet')) {
    const first = dialog.querySelector<HTMLElement>(CONTROLS) ?? dialog.querySelector<HTMLElement>('h2');
    first?.focus({ preventScroll: true });
  }
}

/** What had the focus before has it again; where that is gone, the message. */
function leave(before: Element | null): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body) return;
  const next = before?.isConnected === true && before !== document.body ? before : undefined;
  if (next instanceof HTMLElement) next.focus();
  else if (!isTouch.peek()) document.getElementById('message')?.focus();
}

/** Open as long as it is mounted. Escape, a press outside and another address close it. */
export function Modal({ class: look, label, labelledBy, onClose, children }: ModalProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anything is drawn: no key goes elsewhere meanwhile.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showModal();
    enter(element);
    return () => {
      element.close();
      queueMicrotask(() => leave(before));
    };
  }, []);
  const closing = useRef(onClose);
  closing.current = onClose;
  useLayoutEffect(() => {
    const { hash } = location;
    const onAddress = (): void => {
      // A link to connect is followed in the sheet that is open.
      if (location.hash !== hash && !location.hash.startsWith('#/connect')) closing.current();
    };
    addEventListener('hashchange', onAddress);
    return () => removeEventListener('hashchange', onAddress);
  }, []);
  const onPress = (event: PointerEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={look}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={onPress}
    >
      {children}
    </dialog>
  );
}

export function Sheet({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): VNode {
  const id = useId();
  return (
    <Modal class="sheet" labelledBy={id} onClose={onClose}>
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="btn plain icon small" aria-label={t('app.dismiss')} onClick={onClose}>
          <Icon of={X} />
        </button>
      </header>
      {children}
    </Modal>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly what: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function Confirm({ title, what, yes, onYes, onClose }: ConfirmProps): VNode {
  return (
    <Sheet title={title} onClose={onClose}>
      <section>
        <p>{what}</p>
        <div class="acts">
          <button type="button" class="btn plain" onClick={onClose}>
            {t('room.cancel')}
          </button>
          <button
            type="button"
            class="btn danger"
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {yes}
          </button>
        </div>
      </section>
    </Sheet>
  );
}
