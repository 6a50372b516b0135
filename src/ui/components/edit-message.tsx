// A message of the person as an editor: what was said can be said otherwise, and runs on a branch of its own. What was
// attached stays attached.

import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asId, type MessageId } from '../../engine/ids.ts';
import type { SaidView } from '../../features/sessions/fold.ts';
import { useRoom } from '../context.ts';
import { t } from '../i18n/later.ts';
import { textOf } from '../names.ts';
import { branchesOf } from '../state/branches.ts';

export function EditMessage({ said }: { readonly said: SaidView }): VNode {
  const opened = useRoom();
  const { room } = opened;
  const branches = branchesOf(opened);
  const message = asId<MessageId>(said.key);
  const [text, setText] = useState(() => branches.editDraft(message) ?? textOf(said.parts).trim());
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const running = room.runs.value;
  const empty = text.trim() === '' && said.parts.every(({ type }) => type === 'text');
  const close = (): void => {
    box.current?.closest<HTMLElement>('article')?.focus();
    branches.endEdit();
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || branches.wasRestored()) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const run = (): void => {
    if (empty || busy) return;
    setBusy(true);
    void branches.edit(message, said.parts, text.trim()).then(() => setBusy(false));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
  };
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <textarea
        ref={box}
        class="input"
        aria-label={t('edit.name')}
        dir="auto"
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          branches.keepEdit(message, value);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="row-of">
        <small class={running ? 'warn' : ''}>{t(running ? 'edit.warn' : 'edit.branch')}</small>
        <button type="button" class="btn plain small" onClick={close}>
          {t('room.cancel')}
        </button>
        <button type="submit" class="btn small" disabled={busy || empty}>
          {t(running ? 'edit.stop' : 'edit.run')}
        </button>
      </div>
    </form>
  );
}
