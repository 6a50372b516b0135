// What is attached to the message that is being written: a chip each, and what the chosen model makes of images.

import { CircleAlert, FileText, Image as Picture, LoaderCircle, Type, X } from 'lucide-preact';
import type { VNode } from 'preact';
import { useRoom, useUi } from '../context.ts';
import { formatBytes } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { modelLabel, plainName } from '../names.ts';
import type { Attached } from '../state/composer.ts';
import { Icon } from './icon.tsx';
import '../styles/attachments.css';

function Face({ item }: { readonly item: Attached }): VNode {
  const { blobs } = useUi();
  const { part, failure } = item;
  if (failure !== undefined) return <Icon of={CircleAlert} />;
  if (part === undefined) return <Icon of={LoaderCircle} />;
  if (part.type === 'file') return <Icon of={FileText} />;
  const url = blobs.url(part.blob, part.mediaType).value;
  return url === undefined || url === 'gone' ? <Icon of={Picture} /> : <img src={url} alt="" />;
}

function Chip({ item }: { readonly item: Attached }): VNode {
  const { composer } = useRoom();
  const { key, size, part, failure, pasted } = item;
  const name = plainName(item.name);
  const busy = part === undefined && failure === undefined;
  return (
    <li class={`attached${failure === undefined ? '' : ' failed'}`} aria-busy={busy}>
      <span class="face" aria-hidden="true">
        <Face item={item} />
      </span>
      <span class="words">
        <span class="cut" dir="auto" title={name}>
          {name}
        </span>
        <small {...(failure === undefined ? {} : { role: 'alert' })}>
          {failure === undefined
            ? busy
              ? t('attach.preparing')
              : formatBytes(size)
            : t('attach.failed', { why: failureText(failure) })}
        </small>
      </span>
      {pasted === true && part !== undefined ? (
        <button
          type="button"
          class="btn plain icon small"
          aria-label={t('attach.unfold', { name })}
          title={t('attach.asText')}
          onClick={() => void composer.unfold(item)}
        >
          <Icon of={Type} />
        </button>
      ) : null}
      <button
        type="button"
        class="btn plain icon small"
        aria-label={t('attach.remove', { name })}
        onClick={() => {
          composer.remove(key);
          document.getElementById('message')?.focus();
        }}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}

/** What happens to the images with the chosen model, where it is not what one expects. */
function Seeing(): VNode | null {
  const { app } = useUi();
  const { room, composer } = useRoom();
  const images = composer.attached.value.filter(({ part }) => part?.type === 'image').length;
  if (images === 0) return null;
  const models = app.models.value;
  const chosen = room.setup.value.model;
  const capabilities = models.find(({ name }) => name === chosen)?.capabilities;
  const model = modelLabel(models, chosen);
  if (capabilities?.images !== false) {
    const most = capabilities?.imageLimits?.count ?? images;
    return images > most ? <p class="hint">{t('attach.many', { model, n: most })}</p> : null;
  }
  const seeing = models.find((candidate) => candidate.capabilities.images);
  return (
    <p class="hint" role="status">
      {t('attach.blind', { model })}
      {seeing === undefined ? null : (
        <button type="button" class="btn small" onClick={() => void room.setUp({ model: seeing.name })}>
          {t('attach.use', { model: modelLabel(models, seeing.name) })}
        </button>
      )}
    </p>
  );
}

export function Tray(): VNode {
  const { composer } = useRoom();
  return (
    <>
      <ul class="tray" aria-label={t('attach.name')}>
        {composer.attached.value.map((item) => (
          <Chip key={item.key} item={item} />
        ))}
      </ul>
      <Seeing />
    </>
  );
}
