// The head of the file tree: which folder it is, what agents may do in it, its project rules and their cost, and what
// can be done with the folder itself.

import { Download, FolderMinus, MoreHorizontal, RotateCcw, Trash2 } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { WorkspaceView } from '../../protocol/host.ts';
import { useRoom, useUi } from '../context.ts';
import { formatTokens } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { workspaceLabel } from '../names.ts';
import { FolderMenu } from './folder-menu.tsx';
import { Icon } from './icon.tsx';
import { OpenFolder } from './open-folder.tsx';
import { Popover } from './popover.tsx';
import { Confirm } from './sheet.tsx';
import { WorkspacePick } from './folder-parts.tsx';

function Rules({ workspace }: { readonly workspace: WorkspaceView }): VNode | null {
  const { folders } = useUi();
  const { rules, rulesOn, kind } = workspace;
  if (rules === undefined) return null;
  const fixed = kind === 'sample';
  const label = t('rules.label', { path: rules.path, tokens: formatTokens(rules.tokens) });
  return (
    <label>
      <input
        type="checkbox"
        checked={rulesOn}
        disabled={fixed}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          void folders.load().then((door) => door.change(workspace.id, { rules: checked }));
        }}
      />
      <span>{label}</span>
    </label>
  );
}

function Access({ workspace }: { readonly workspace: WorkspaceView }): VNode | null {
  const { folders } = useUi();
  if (workspace.kind !== 'folder') return null;
  const change = async (checked: boolean): Promise<void> => {
    const door = await folders.load();
    // Asked for at this press; where the browser says no, it asks again at the first write.
    if (checked) await door.grant(workspace.id, 'readwrite');
    await door.change(workspace.id, { access: checked ? 'write' : 'read' });
  };
  return (
    <label>
      <input
        type="checkbox"
        checked={workspace.access === 'write'}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <span>{t('access.write')}</span>
    </label>
  );
}

type Asking = 'reset' | 'forget' | undefined;

export function WorkspacePart({ workspace }: { readonly workspace: WorkspaceView }): VNode {
  const { app, folders } = useUi();
  const { room, files } = useRoom();
  const [asking, setAsking] = useState<Asking>(undefined);
  const { kind, state } = workspace;
  const open = room.isOpen.value;
  const isPrivate = kind === 'private';
  const forget = async (): Promise<void> => {
    const sample = app.workspaces.value.find((other) => other.kind === 'sample');
    if (sample !== undefined) await room.setUp({ workspace: sample.id });
    await (await folders.load()).forget(workspace.id);
  };
  return (
    <>
      <header class="workspace">
        <WorkspacePick />
        <span class="push" />
        {open ? null : <OpenFolder look="btn small" />}
        <Popover
          label={t('folder.more')}
          name={t('folder.more')}
          buttonClass="btn plain icon small"
          class="menu"
          face={<Icon of={MoreHorizontal} />}
        >
          {open ? null : <FolderMenu />}
          <button
            type="button"
            class="row"
            disabled={state !== 'ready'}
            onClick={() => void folders.load().then((door) => door.exportZip(workspace))}
          >
            <Icon of={Download} />
            {t('folder.export')}
          </button>
          {kind === 'sample' ? (
            <button type="button" class="row" disabled={app.anyRuns.value} onClick={() => setAsking('reset')}>
              <Icon of={RotateCcw} />
              {t('files.reset')}
            </button>
          ) : (
            <button
              type="button"
              class="row"
              disabled={app.anyRuns.value}
              onClick={() => setAsking('forget')}
            >
              <Icon of={isPrivate ? Trash2 : FolderMinus} />
              {t(isPrivate ? 'folder.delete' : 'folder.forget')}
            </button>
          )}
        </Popover>
      </header>
      {state === 'ready' ? (
        <div class="facts">
          <Rules workspace={workspace} />
          <Access workspace={workspace} />
        </div>
      ) : (
        <p class="quiet">{t(`folder.state.${state}`)}</p>
      )}
      {asking === 'reset' ? (
        <Confirm
          title={t('files.reset.ask')}
          what={t('files.reset.what')}
          yes={t('files.reset.yes')}
          onClose={() => setAsking(undefined)}
          onYes={() => void app.resetSample().then(() => files.refresh())}
        />
      ) : null}
      {asking === 'forget' ? (
        <Confirm
          title={t(isPrivate ? 'folder.delete.ask' : 'folder.forget.ask', {
            name: workspaceLabel(workspace),
          })}
          what={t(isPrivate ? 'folder.delete.what' : 'folder.forget.what')}
          yes={t(isPrivate ? 'folder.delete.yes' : 'folder.forget.yes')}
          onClose={() => setAsking(undefined)}
          onYes={() => void forget()}
        />
      ) : null}
    </>
  );
}
