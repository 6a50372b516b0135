// What a sent message brought along: images that open large, cards of files. All of it from this device's blobs.

import { Download, FileText, ImageOff } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FilePart, ImagePart, UserPart } from '../../engine/messages.ts';
import { useUi } from '../context.ts';
import { formatBytes } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { plainName } from '../names.ts';
import { Icon } from './icon.tsx';
import { Sheet } from './sheet.tsx';
import '../styles/attachments.css';

/** Reserves the place of an image that is not here yet, so that nothing moves when it comes. */
function sidesOf({ width, height }: ImagePart): { readonly width?: number; readonly height?: number } {
  return width === undefined || height === undefined ? {} : { width, height };
}

function ImageCard({ part }: { readonly part: ImagePart }): VNode {
  const { blobs } = useUi();
  const [large, setLarge] = useState(false);
  const name = part.name === undefined ? t('attach.image') : plainName(part.name);
  const url = blobs.url(part.blob, part.mediaType).value;
  if (url === 'gone') {
    return (
      <span class="file-card">
        <Icon of={ImageOff} />
        <span class="cut">{name}</span>
        <small>{t('attach.gone')}</small>
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        class="image-card"
        aria-label={t('attach.open', { name })}
        onClick={() => setLarge(true)}
      >
        <img {...(url === undefined ? {} : { src: url })} {...sidesOf(part)} alt={name} />
      </button>
      {large && url !== undefined ? (
        <Sheet title={name} onClose={() => setLarge(false)}>
          <div class="large">
            <img src={url} {...sidesOf(part)} alt={t('attach.image')} />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

function FileCard({ part }: { readonly part: FilePart }): VNode {
  const { blobs } = useUi();
  const { size } = part;
  const name = plainName(part.name);
  // As bytes, whatever it is: nothing that was attached is ever opened as a page of ours.
  const url = blobs.url(part.blob, 'application/octet-stream').value;
  return (
    <span class="file-card">
      <Icon of={FileText} />
      <span class="cut" dir="auto" title={name}>
        {name}
      </span>
      <small>{url === 'gone' ? t('attach.gone') : formatBytes(size)}</small>
      {url === undefined || url === 'gone' ? null : (
        <a
          class="btn plain icon small"
          href={url}
          download={name}
          aria-label={t('attach.save', { name })}
          title={t('attach.saved')}
        >
          <Icon of={Download} />
        </a>
      )}
    </span>
  );
}

export function AttachedParts({ parts }: { readonly parts: readonly UserPart[] }): VNode {
  return (
    <ul class="attached-parts" aria-label={t('attach.sent')}>
      {parts.map((part, at) =>
        part.type === 'text' ? null : (
          <li key={`${part.blob} ${at}`}>
            {part.type === 'image' ? <ImageCard part={part} /> : <FileCard part={part} />}
          </li>
        ),
      )}
    </ul>
  );
}
