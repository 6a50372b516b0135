// The head of a session: its title and what can be done with it, model, workspace, gauge, panel.

import {
  Archive,
  ArchiveRestore,
  Cpu,
  Download,
  Ellipsis,
  Folder,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-preact';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { modelLabel, TITLE_LENGTH, titleOf, workspaceLabel } from '../names.ts';
import { workspaceOf } from '../state/app.ts';
import { isMiddling, isNarrow } from '../state/viewport.ts';
import { Fuel } from './fuel.tsx';
import { Head } from './head.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

function Title({
  editing,
  onEdit,
}: {
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
}): VNode {
  const { room } = useRoom();
  const title = room.head.value?.title ?? '';
  const save = (value: string): void => {
    onEdit(false);
    const next = value.trim();
    if (next !== '' && next !== title) void room.rename(next);
  };
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [editing]);
  if (!editing) {
    return (
      <h1 onDblClick={() => onEdit(true)}>
        <span class="cut" dir="auto">
          {titleOf({ title })}
        </span>
      </h1>
    );
  }
  return (
    <h1>
      <input
        class="input"
        aria-label={t('room.title')}
        dir="auto"
        maxLength={TITLE_LENGTH}
        defaultValue={title}
        ref={field}
        onBlur={(event) => save(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) event.currentTarget.blur();
          if (event.key === 'Escape') {
            event.currentTarget.value = title;
            event.currentTarget.blur();
          }
        }}
      />
    </h1>
  );
}

function More({ onRename }: { readonly onRename: () => void }): VNode {
  const { shelf } = useUi();
  const { session, room } = useRoom();
  const id = useId();
  const pinned = room.head.value?.pinned === true;
  const archived = room.head.value?.archived === true;
  const runs = room.runs.value;
  return (
    <Popover
      label={t('room.more')}
      name={t('room.more')}
      buttonClass="btn plain icon small"
      class="menu"
      face={<Icon of={Ellipsis} />}
    >
      <button type="button" class="row" onClick={onRename}>
        <Icon of={Pencil} />
        {t('room.rename')}
      </button>
      <button type="button" class="row" onClick={() => void shelf.mark(session, { pinned: !pinned })}>
        <Icon of={pinned ? PinOff : Pin} />
        {t(pinned ? 'shelf.unpin' : 'shelf.pin')}
      </button>
      <button
        type="button"
        class="row"
        disabled={runs && !archived}
        onClick={() => void shelf.mark(session, { archived: !archived })}
      >
        <Icon of={archived ? ArchiveRestore : Archive} />
        {t(archived ? 'shelf.unarchive' : 'shelf.archive')}
      </button>
      {isNarrow.value ? (
        <button type="button" class="row" onClick={() => shelf.open({ type: 'export', session })}>
          <Icon of={Download} />
          {t('export.name')}
        </button>
      ) : null}
      <button
        type="button"
        class="row"
        disabled={runs}
        {...(runs ? { 'aria-describedby': id } : {})}
        onClick={() => shelf.open({ type: 'delete', session })}
      >
        <Icon of={Trash2} />
        {t('room.delete')}
      </button>
      {runs ? (
        <small id={id} class="why-not">
          {t('shelf.delete.runs')}
        </small>
      ) : null}
    </Popover>
  );
}

export function SessionTitle(): VNode {
  const { app, panel, shelf } = useUi();
  const { session, room } = useRoom();
  const [editing, setEditing] = useState(false);
  const { model, workspace } = room.setup.value;
  const folder = workspaceOf(app.workspaces.value, workspace);
  const asSheet = isMiddling.value;
  const shown = asSheet ? panel.sheet.value === 'panel' : panel.open.value;
  return (
    <Head>
      <Title editing={editing} onEdit={setEditing} />
      <span class="fact">
        <Icon of={Cpu} />
        <span class="cut">{modelLabel(app.models.value, model)}</span>
      </span>
      {folder === undefined ? null : (
        <span class="fact">
          <Icon of={Folder} />
          {workspaceLabel(folder)}
        </span>
      )}
      {room.head.value?.archived === true ? (
        <span class="fact">
          <Icon of={Archive} />
          {t('search.archived')}
        </span>
      ) : null}
      <span class="push" />
      <Fuel run={room.view.value.run} />
      {isNarrow.value ? null : (
        <button
          type="button"
          class="btn plain icon small"
          aria-label={t('export.name')}
          title={t('export.name')}
          onClick={() => shelf.open({ type: 'export', session })}
        >
          <Icon of={Download} />
        </button>
      )}
      <More onRename={() => setEditing(true)} />
      <button
        type="button"
        class="btn plain icon small"
        aria-label={t(shown ? 'room.panel.hide' : 'room.panel.show')}
        onClick={() => {
          if (asSheet) panel.sheet.value = 'panel';
          else panel.setOpen(!panel.open.value);
        }}
      >
        <Icon of={PanelRight} turns />
      </button>
    </Head>
  );
}
