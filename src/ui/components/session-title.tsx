// The head of a session: its title and what can be done with it, model, workspace, gauge, panel.

import { Cpu, Ellipsis, Folder, PanelRight, Pencil, Trash2 } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/text.ts';
import { modelLabel, workspaceLabel } from '../names.ts';
import { workspaceOf } from '../state/app.ts';
import { isMiddling } from '../state/viewport.ts';
import { Fuel } from './fuel.tsx';
import { Head } from './head.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { Confirm } from './sheet.tsx';

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
  if (!editing) {
    return (
      <h1 onDblClick={() => onEdit(true)}>
        <span class="cut" dir="auto">
          {title === '' ? t('session.untitled') : title}
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
        defaultValue={title}
        ref={(input) => {
          if (input !== null && document.activeElement !== input) input.select();
        }}
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

function More({
  onRename,
  onDelete,
}: {
  readonly onRename: () => void;
  readonly onDelete: () => void;
}): VNode {
  const { room } = useRoom();
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
      <button type="button" class="row" disabled={room.runs.value} onClick={onDelete}>
        <Icon of={Trash2} />
        {t('room.delete')}
      </button>
    </Popover>
  );
}

export function SessionTitle(): VNode {
  const { app, panel } = useUi();
  const { session, room } = useRoom();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
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
      <span class="push" />
      <Fuel run={room.view.value.run} />
      <More onRename={() => setEditing(true)} onDelete={() => setAsking(true)} />
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
      {asking ? (
        <Confirm
          title={t('room.delete.ask')}
          what={t('room.delete.what')}
          yes={t('room.delete.yes')}
          onClose={() => setAsking(false)}
          onYes={() => void app.removeSession(session)}
        />
      ) : null}
    </Head>
  );
}
