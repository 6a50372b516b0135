// The Files tab: what the run changed and its undo, the tree, and the file that is looked at, as it is or as changed.

import { ChevronDown, ChevronRight, File, FileDiff, FilePlus, Undo2 } from 'lucide-preact';
import type { VNode } from 'preact';
import type { ChangedFile } from '../../features/sessions/fold.ts';
import { useRoom, useUi } from '../context.ts';
import { formatBytes } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { workspaceOf } from '../state/app.ts';
import type { TreeRow } from '../state/files.ts';
import { Icon } from './icon.tsx';
import { Diff, FileLines } from './lines.tsx';
import { Counts } from './tool-line.tsx';
import { WorkspacePart } from './workspace-part.tsx';
import { WorkspacePick } from './folder-parts.tsx';

function Changed(): VNode {
  const { room, files } = useRoom();
  const run = room.view.value.changed;
  const changes = files.changes.value;
  const live = changes.filter(({ undone }) => !undone);
  return (
    <div class="part">
      <header>
        <h2>
          {t(
            run === undefined || run.run === room.view.value.run?.run
              ? 'files.changed'
              : 'files.changedBefore',
          )}
        </h2>
        {run !== undefined && live.length > 0 ? (
          <button
            type="button"
            class="btn small push"
            disabled={run.status === 'running' || files.undoing.value}
            onClick={() => void files.undo(run.run)}
          >
            <Icon of={Undo2} small turns />
            {t('files.undo')}
          </button>
        ) : null}
      </header>
      {changes.length === 0 ? <p class="quiet">{t('files.none')}</p> : null}
      <div class="tree">
        {changes.map((change) => (
          <ChangedRow key={change.path} change={change} />
        ))}
      </div>
      {files.left.value.map(({ path, failure }) => (
        <p key={path} class="quiet" role="alert">
          {t('files.undo.failed', { path, why: failure === undefined ? '' : failureText(failure) })}
        </p>
      ))}
    </div>
  );
}

function ChangedRow({ change }: { readonly change: ChangedFile }): VNode {
  const { files } = useRoom();
  const current = files.selected.value === change.path && files.side.value === 'changes';
  return (
    <button
      type="button"
      class="row"
      {...(current ? { 'aria-current': 'true' } : {})}
      onClick={() => files.select(change.path, 'changes')}
    >
      <Icon of={change.created ? FilePlus : FileDiff} />
      <span class="cut" dir="ltr">
        {change.path}
      </span>
      <span class="tag">
        {change.undone ? (
          <span class="quiet">{t('files.undone')}</span>
        ) : (
          <Counts added={change.added} removed={change.removed} />
        )}
      </span>
    </button>
  );
}

function Row({ row }: { readonly row: TreeRow }): VNode {
  const { files } = useRoom();
  const folder = row.kind === 'directory';
  const folded = files.folded.value.has(row.path);
  const change = files.changes.value.find(({ path, undone }) => path === row.path && !undone);
  const current = !folder && files.selected.value === row.path;
  return (
    <button
      type="button"
      class="row"
      style={{ '--d': String(row.depth) }}
      {...(folder ? { 'aria-expanded': !folded } : current ? { 'aria-current': 'true' } : {})}
      onClick={() => (folder ? files.fold(row.path) : files.select(row.path, 'file'))}
    >
      <Icon of={folder ? (folded ? ChevronRight : ChevronDown) : File} />
      <span class="cut" dir="ltr">
        {row.name}
      </span>
      {change === undefined ? null : (
        <span class="tag">
          {change.created ? (
            <span class="plus">{t('files.new')}</span>
          ) : (
            <Counts added={change.added} removed={change.removed} />
          )}
        </span>
      )}
    </button>
  );
}

function Tree(): VNode {
  const { app } = useUi();
  const { room, files } = useRoom();
  const workspace = workspaceOf(app.workspaces.value, room.setup.value.workspace);
  const count = files.files.value.filter(({ kind }) => kind === 'file').length;
  const ready = workspace?.state === 'ready';
  return (
    <div class="part">
      {workspace === undefined ? (
        <header>
          <WorkspacePick />
        </header>
      ) : (
        <WorkspacePart workspace={workspace} />
      )}
      {count === 0 && ready ? <p class="quiet">{t('files.empty')}</p> : null}
      <div class="tree">
        {(ready ? files.rows.value : []).map((row) => (
          <Row key={row.path} row={row} />
        ))}
      </div>
    </div>
  );
}

function Shown({ path }: { readonly path: string }): VNode {
  const { files } = useRoom();
  const content = files.content.value;
  const compared = files.comparison.value;
  if (files.side.value === 'changes' && compared !== undefined) {
    return 'code' in compared ? (
      <p class="quiet">{t('diff.lost')}</p>
    ) : (
      <Diff path={path} before={compared.before} after={compared.after} />
    );
  }
  if (content === undefined) return <p class="quiet">{t('diff.loading')}</p>;
  if ('code' in content) return <p class="quiet">{failureText(content)}</p>;
  if (content.text !== undefined) return <FileLines path={path} text={content.text} />;
  const size = formatBytes(content.size);
  return <p class="quiet">{t(content.size > 500_000 ? 'files.tooLarge' : 'files.notText', { size })}</p>;
}

function Preview({ path }: { readonly path: string }): VNode {
  const { files } = useRoom();
  const comparable = files.comparison.value !== undefined;
  const sides = ['file', 'changes'] as const;
  return (
    <div class="part preview">
      <header>
        <h2 class="cut" dir="ltr" title={path}>
          {path.slice(path.lastIndexOf('/') + 1)}
        </h2>
        {comparable ? (
          <span class="seg push" role="radiogroup" aria-label={t('files.show')}>
            {sides.map((side) => (
              <label key={side}>
                <input
                  class="sr"
                  type="radio"
                  name="side"
                  checked={files.side.value === side}
                  onChange={() => {
                    files.side.value = side;
                  }}
                />
                {t(side === 'file' ? 'files.view' : 'files.diff')}
              </label>
            ))}
          </span>
        ) : null}
      </header>
      <Shown path={path} />
    </div>
  );
}

export function FilesTab(): VNode {
  const { files } = useRoom();
  const path = files.selected.value;
  return (
    <div class="files">
      <Changed />
      <Tree />
      {path === undefined ? null : <Preview path={path} />}
    </div>
  );
}
