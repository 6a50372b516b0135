// A sheet: the platform's modal dialog, for connecting, confirming and picking; and the drawers of a narrow page.

import { X } from 'lucide-preact';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { Icon } from './icon.tsx';

interface ModalProps {
  readonly class: string;
  readonly label?: string;
  readonly labelledBy?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Open as long as it is mounted. Escape and a press outside close it. */
export function Modal({ class: look, label, labelledBy, onClose, children }: ModalProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    return () => element.close();
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
        <h2 id={id}>{title}</h2>
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
