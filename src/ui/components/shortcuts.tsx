// The list of shortcuts, and the keys of the composer, which belong to no command.

import type { VNode } from 'preact';
import { keyNames } from '../command-search.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { isMac } from '../state/viewport.ts';
import { Sheet } from './sheet.tsx';

const COMPOSER = [
  ['Enter', 'shortcut.send'],
  ['Shift+Enter', 'shortcut.line'],
  ['↑', 'shortcut.edit'],
  ['/', 'shortcut.commands'],
  ['#', 'shortcut.files'],
  ['@', 'shortcut.participants'],
] as const;

export function Keys({ keys }: { readonly keys: string }): VNode {
  return (
    <span class="keys">
      {keyNames(keys, isMac).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}

function Rows({ rows }: { readonly rows: readonly (readonly [keys: string, what: string])[] }): VNode {
  return (
    <dl class="shortcuts">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Shortcuts({ onClose }: { readonly onClose: () => void }): VNode {
  const { commands, current } = useUi();
  const rows = commands.all.value.flatMap(({ keys, title }) =>
    keys === undefined ? [] : [[keys, title()] as const],
  );
  const edits = current.value?.composer.offersEdit() === true;
  const inMessage = COMPOSER.filter(([, what]) => edits || what !== 'shortcut.edit');
  return (
    <Sheet title={t('command.shortcuts')} onClose={onClose}>
      <section>
        <Rows rows={rows} />
      </section>
      <section>
        <h3>{t('shortcut.composer')}</h3>
        <Rows rows={inMessage.map(([keys, what]) => [keys, t(what)] as const)} />
      </section>
    </Sheet>
  );
}
