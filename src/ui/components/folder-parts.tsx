// What the first screen shows of folders beyond its button, as one chunk: the pick among workspaces, the other ways to
// one, the banner of a folder that can't be read, and the offer to open what was dropped.

import { Folder, FolderOpen, FolderX } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { workspaceLabel } from '../names.ts';
import { workspaceOf } from '../state/app.ts';
import { FolderMenu } from './folder-menu.tsx';
import { Icon } from './icon.tsx';
import { Pick } from './pick.tsx';
import { Popover } from './popover.tsx';
import { Sheet } from './sheet.tsx';

/** Fixed where there is nothing to choose, and while a run is open: it goes on where it began. */
export function WorkspacePick(): VNode | null {
  const { app } = useUi();
  const { room } = useRoom();
  const workspaces = app.workspaces.value;
  const current = workspaceOf(workspaces, room.setup.value.workspace);
  const files = current?.files === undefined ? undefined : t('workspace.files', { n: current.files });
  if (workspaces.length > 1 && !room.isOpen.value) {
    const missing = room.setup.value.workspace;
    return (
      <Pick
        name={t('workspace.pick')}
        icon={Folder}
        class="file"
        options={[
          ...workspaces.map((workspace) => ({ value: workspace.id, label: workspaceLabel(workspace) })),
          ...(current === undefined
            ? [{ value: missing, label: t('workspace.missing'), disabled: true }]
            : []),
        ]}
        value={missing}
        {...(files === undefined ? {} : { more: files })}
        onPick={(workspace) => void room.setUp({ workspace })}
      />
    );
  }
  if (current === undefined) return null;
  return (
    <span class="chip file">
      <Icon of={Folder} />
      {workspaceLabel(current)}
      {files === undefined ? null : <span class="quiet">{files}</span>}
    </span>
  );
}

export function OtherFolders(): VNode {
  const name = t('folder.other');
  return (
    <Popover label={name} buttonClass="btn plain" class="menu" face={name}>
      <FolderMenu />
    </Popover>
  );
}

export function NoPicker({ look }: { readonly look: string }): VNode {
  const name = t('folder.open');
  return (
    <Popover
      label={name}
      buttonClass={look}
      class="menu"
      face={
        <>
          <Icon of={FolderOpen} />
          {name}
        </>
      }
    >
      <p>{t('folder.none')}</p>
      <FolderMenu />
    </Popover>
  );
}

/** The session's folder can't be read now. Not shown while a run waits for the same: its card has the button. */
export function FolderBanner(): VNode | null {
  const { app, folders } = useUi();
  const { room } = useRoom();
  const [asking, setAsking] = useState(false);
  const workspace = workspaceOf(app.workspaces.value, room.setup.value.workspace);
  const waits = room.view.value.run?.activity?.type === 'blocked';
  if (workspace === undefined || workspace.state === 'ready' || waits) return null;
  const name = workspaceLabel(workspace);
  const reconnect = async (): Promise<void> => {
    setAsking(true);
    await (await folders.load()).grant(workspace.id, 'read');
    setAsking(false);
  };
  return (
    <p class="banner" role="status">
      <Icon of={FolderX} />
      <span>{t(workspace.state === 'gone' ? 'folder.gone' : 'folder.needs', { name })}</span>
      {workspace.state === 'gone' ? null : (
        <button type="button" class="btn small push" disabled={asking} onClick={() => void reconnect()}>
          {t('folder.reconnect')}
        </button>
      )}
    </p>
  );
}

/** A dropped folder is offered, not taken: what agents may do in it is said before it is opened. */
export function FolderOffer(): VNode | null {
  const { folders } = useUi();
  const { room } = useRoom();
  const [taking, setTaking] = useState(false);
  const offer = folders.offer.value;
  if (offer === undefined) return null;
  const close = (): void => {
    folders.offer.value = undefined;
  };
  const accept = async (): Promise<void> => {
    setTaking(true);
    const id = await (await folders.load()).accept(offer);
    setTaking(false);
    close();
    // A run keeps the folder that it began in.
    if (id !== undefined && !room.isOpen.value) await room.setUp({ workspace: id });
  };
  const copies = offer.handle === undefined;
  return (
    <Sheet title={t('offer.title', { name: offer.name })} onClose={close}>
      <section>
        <p>{t(copies ? 'offer.copy' : 'offer.read')}</p>
        <div class="acts">
          <button type="button" class="btn plain" onClick={close}>
            {t('room.cancel')}
          </button>
          <button type="button" class="btn primary" disabled={taking} onClick={() => void accept()}>
            {t(copies ? 'offer.copy.yes' : 'offer.read.yes')}
          </button>
        </div>
      </section>
    </Sheet>
  );
}
