// The composer: text, attachments, model, permissions, Send and Stop; queued messages above it. Files come in by the
// button, by drop anywhere in the room and by paste; what shows them is a chunk of its own.

import { CornerDownRight, Folder, Paperclip, Shield, Square } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PermissionMode } from '../../engine/events.ts';
import type { ImageLimits } from '../../engine/provider.ts';
import { useRoom, useUi } from '../context.ts';
import type { watchFiles as WatchFiles } from '../file-gestures.ts';
import { failureText, t } from '../i18n/text.ts';
import { workspaceLabel } from '../names.ts';
import { workspaceOf } from '../state/app.ts';

import { createImeWatch, isSendKey } from '../state/ime.ts';
import { isNarrow, isTouch } from '../state/viewport.ts';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { ModelPick } from './model-pick.tsx';
import { Pick } from './pick.tsx';

const Completion = lazy(() => import('./completion.tsx').then((chunk) => chunk.Completion));
const WorkspacePick = lazy(() => import('./folder-parts.tsx').then((chunk) => chunk.WorkspacePick));
const QueueRows = lazy(() => import('./queue-rows.tsx').then((chunk) => chunk.QueueRows));
const Tray = lazy(() => import('./tray.tsx').then((chunk) => chunk.Tray));

/** Something before the cursor that may be completed; what it is, the chunk knows. */
const ASKS = /(?:^|\s)[/@#]\S*$/;

/** Fetched beside the composer, not before it. */
function watchingFiles(box: HTMLTextAreaElement, taking: Parameters<typeof WatchFiles>[1]): () => void {
  let stop: (() => void) | undefined;
  let over = false;
  void import('../file-gestures.ts').then(
    ({ watchFiles }) => {
      if (!over) stop = watchFiles(box, taking);
    },
    () => undefined,
  );
  return () => {
    over = true;
    stop?.();
  };
}

const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];

function ModePick(): VNode {
  const { room } = useRoom();
  return (
    <Pick
      name={t('composer.mode')}
      icon={Shield}
      options={MODES.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
      value={room.setup.value.mode}
      onPick={(mode) => void room.setUp({ mode })}
    />
  );
}

function WhenPick(): VNode {
  const { composer } = useRoom();
  return (
    <Pick
      name={t('composer.when')}
      icon={CornerDownRight}
      options={[
        { value: 'steer', label: t('composer.when.steer') },
        { value: 'after', label: t('composer.when.after') },
      ]}
      value={composer.when.value}
      onPick={(when) => {
        composer.when.value = when;
      }}
    />
  );
}

function AttachButton(): VNode {
  const { composer } = useRoom();
  const limits = useImageLimits();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="btn plain icon small"
        aria-label={t('composer.attach')}
        title={t('composer.attach')}
        onClick={() => input.current?.click()}
      >
        <Icon of={Paperclip} />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget: chosen }) => {
          void composer.attach([...(chosen.files ?? [])], limits);
          // The same file may be chosen again.
          chosen.value = '';
        }}
      />
    </>
  );
}

/** Of the model that the message is for. */
function useImageLimits(): ImageLimits | undefined {
  const { app } = useUi();
  const { room } = useRoom();
  const { model } = room.setup.value;
  return app.models.value.find(({ name }) => name === model)?.capabilities.imageLimits;
}

export function Composer({ first = false }: { readonly first?: boolean }): VNode {
  const { app } = useUi();
  const { room, composer } = useRoom();
  const box = useRef<HTMLTextAreaElement>(null);
  const ime = useRef(createImeWatch());
  const [completes, setCompletes] = useState(false);
  const text = composer.text.value;
  const running = room.runs.value;
  const folder = workspaceOf(app.workspaces.value, room.setup.value.workspace);
  const returned = room.returned.value;
  const limits = useRef<ImageLimits | undefined>(undefined);
  limits.current = useImageLimits();

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { paste, write, attach } = composer;
    const taking = { paste, write, attach: (files: readonly File[]) => void attach(files, limits.current) };
    return watchingFiles(element, taking);
  }, []);

  useEffect(() => {
    if (returned !== undefined) composer.giveBack(returned.parts);
  }, [returned]);

  // Where there is a keyboard, it is the composer's from the start.
  useEffect(() => {
    const element = box.current;
    if (element === null || isTouch.value || document.activeElement !== document.body) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const send = (): void => {
    if (!composer.canSend.value || room.sending.value) return;
    const when = composer.when.value;
    void room.send(composer.take(), when);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (ime.current.takes(event)) return;
    if (event.key === 'ArrowUp' && text === '' && composer.editLast()) event.preventDefault();
    if (!isSendKey(event, isTouch.value)) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      {first ? null : <QueueRows />}
      <div class="composer">
        {first && folder !== undefined ? (
          <div class="chips">
            {app.workspaces.value.length > 1 ? (
              <WorkspacePick />
            ) : (
              <span class="chip file">
                <Icon of={Folder} />
                {workspaceLabel(folder)}
                {folder.files === undefined ? null : (
                  <span class="quiet">{t('workspace.files', { n: folder.files })}</span>
                )}
              </span>
            )}
          </div>
        ) : null}
        {completes && box.current !== null ? (
          <Completion box={box.current} below={first} onClose={() => setCompletes(false)} />
        ) : null}
        {composer.attached.value.length === 0 ? null : <Tray />}
        <textarea
          ref={box}
          id="message"
          aria-label={t('composer.name')}
          placeholder={t(running ? 'composer.hint.steer' : 'composer.hint')}
          rows={first ? 3 : 2}
          dir="auto"
          value={text}
          onInput={({ currentTarget: { value, selectionStart } }) => {
            composer.write(value);
            setCompletes(ASKS.test(value.slice(0, selectionStart)));
          }}
          onKeyDown={onKeyDown}
          onCompositionStart={() => ime.current.start()}
          onCompositionEnd={({ timeStamp }) => ime.current.end(timeStamp)}
        />
        <footer>
          <AttachButton />
          {isNarrow.value && running ? null : <ModelPick offers={first} />}
          {running && text !== '' ? <WhenPick /> : isNarrow.value && first ? null : <ModePick />}
          <span class="push" />
          {running ? (
            <button
              type="button"
              class="btn small"
              disabled={room.stopping.value}
              onClick={() => void room.stop()}
            >
              <Icon of={Square} small />
              {t('composer.stop')}
            </button>
          ) : null}
          <button type="button" class="btn primary small" disabled={!composer.canSend.value} onClick={send}>
            {t('composer.send')}
            <kbd aria-hidden="true">⏎</kbd>
          </button>
        </footer>
      </div>
      {returned === undefined ? null : (
        <p class="status" role="alert">
          {[t('composer.failed'), failureText(returned.failure)].join(' ')}
        </p>
      )}
    </>
  );
}
