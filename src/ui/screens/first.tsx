// The first screen: the first, empty line of the log. The composer holds the chosen example, so that Enter does
// something real at once.

import { CloudOff, Globe, PlugZap } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { Composer } from '../components/composer.tsx';
import { Head } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { lazy } from '../components/lazy.tsx';
import { OpenFolder } from '../components/open-folder.tsx';
import { formatClock, formatMs } from '../i18n/format.ts';
import { t } from '../i18n/text.ts';
import { isRehearsal } from '../names.ts';
import { now } from '../state/clock.ts';
import { workspaceOf } from '../state/app.ts';
import { addressOf } from '../state/router.ts';
import { TRIES, type Try } from '../tries.ts';
import { Glyph } from './glyph.tsx';

const OtherFolders = lazy(() => import('../components/folder-parts.tsx').then((chunk) => chunk.OtherFolders));
const FolderBanner = lazy(() => import('../components/folder-parts.tsx').then((chunk) => chunk.FolderBanner));

function Facts(): VNode {
  const { app, update } = useUi();
  const hosts = app.network.value.length;
  return (
    <>
      <span class="push" />
      {update.offline.value ? (
        <span class="fact keep">
          <Icon of={CloudOff} />
          {t('first.offline')}
        </span>
      ) : null}
      <a class="fact" href={addressOf({ type: 'settings', page: 'network' })}>
        <Icon of={Globe} />
        {app.boot.value === undefined
          ? null
          : hosts === 0
            ? t('first.nobody')
            : t('first.hosts', { n: hosts })}
      </a>
    </>
  );
}

function Example({
  item,
  pressed,
  onPress,
}: {
  readonly item: Try;
  readonly pressed: boolean;
  readonly onPress: () => void;
}): VNode {
  return (
    <li>
      <button type="button" class="try" aria-pressed={pressed} onClick={onPress}>
        <Glyph of={item.glyph} />
        <span>
          <b>{t(item.title)}</b>
          <span>{t(item.detail)}</span>
        </span>
        <span class="num">{formatMs(item.ms)}</span>
      </button>
    </li>
  );
}

export function FirstScreen(): VNode {
  const { app, connect, folders } = useUi();
  const { room, composer } = useRoom();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const demo = isRehearsal(room.setup.value.model);
  const choose = (item: Try): void => {
    setChosen(item.id);
    composer.fill(t(item.prompt));
    // The examples are about the sample's files.
    const sample = app.workspaces.value.find(({ kind }) => kind === 'sample');
    if (sample !== undefined && sample.id !== room.setup.value.workspace)
      void room.setUp({ workspace: sample.id });
  };
  useEffect(() => {
    const [first] = TRIES;
    if (demo && first !== undefined && composer.text.value === '') choose(first);
  }, []);
  // An example is about the sample's files: in another folder it is nobody's wish.
  const kind = (): string | undefined => workspaceOf(app.workspaces.value, room.setup.value.workspace)?.kind;
  const inSample = kind() === 'sample';
  useEffect(() => {
    if (kind() !== 'sample' && TRIES.some(({ prompt }) => t(prompt) === composer.text.value))
      composer.fill('');
  }, [inSample]);
  const text = composer.text.value;
  const { workspace } = room.setup.value;
  const unready = app.workspaces.value.some(({ id, state }) => id === workspace && state !== 'ready');
  return (
    <main class="room">
      <Head bare>
        <Facts />
      </Head>
      <div class="welcome">
        <div class="inner">
          <h1>
            <span>{t('first.headline')} </span>
            <span>{t('first.headline2')}</span>
          </h1>
          <p class="lead">{t('first.lead')}</p>
          <div class="start" aria-hidden="true">
            <time>{formatClock(now.value)}</time>
            <span class="who me" />
          </div>
          {unready ? <FolderBanner /> : null}
          <Composer first />
          <h2>{t('first.tries')}</h2>
          <ul class="tries">
            {TRIES.map((item) => (
              <Example
                key={item.id}
                item={item}
                pressed={chosen === item.id && text === t(item.prompt)}
                onPress={() => choose(item)}
              />
            ))}
          </ul>
          <div class="own">
            <p>
              <b>{t('first.own')}</b>
              <span>{t('first.own.what')}</span>
            </p>
            <button type="button" class="btn" onClick={() => connect.open()}>
              <Icon of={PlugZap} />
              {t('connect.title')}
            </button>
            <OpenFolder />
            {folders.canOpen ? <OtherFolders /> : null}
          </div>
        </div>
      </div>
    </main>
  );
}
