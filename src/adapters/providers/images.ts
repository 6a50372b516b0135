// The images of one request, as far as its provider takes them: what would be too much, too large or of a kind that it
// doesn't know is named in words. Oldest give way first; nothing is scaled here.

import type { LanguageModelV4FilePart } from '@ai-sdk/provider';
import type { BlobHash } from '../../engine/ids.ts';
import { imageKind, isSendable } from '../../engine/image-kind.ts';
import type { ImagePart, RequestMessage } from '../../engine/messages.ts';
import type { ImageLimits } from '../../engine/provider.ts';

export type ReadBlob = (hash: BlobHash) => Promise<Uint8Array | undefined>;

/** Stands where an image was that can't be sent. */
const IMAGE_TEXT = {
  gone: '(An image stood here; it is no longer kept.)',
  unseen: '(An image stands here; this model does not take images.)',
  older: '(An image stood here; there were too many for one request, and this is one of the oldest.)',
  unfit: '(An image stands here; this model does not take images of this size or kind.)',
} as const;

type Words = { type: 'text'; text: string };

/** `limits`: undefined where the provider names none, `none` where the model sees no images. */
export function createImages(
  messages: readonly RequestMessage[],
  limits: ImageLimits | 'none' | undefined,
  readBlob: ReadBlob,
): (part: ImagePart) => Promise<LanguageModelV4FilePart | Words> {
  const words = (why: keyof typeof IMAGE_TEXT): Words => ({ type: 'text', text: IMAGE_TEXT[why] });
  if (limits === 'none') return async () => words('unseen');
  const dropped = limits === undefined ? new Set<ImagePart>() : oldest(imagesIn(messages), limits);
  return async (part) => {
    if (dropped.has(part)) return words('older');
    const data = await readBlob(part.blob);
    if (data === undefined) return words('gone');
    const kind = imageKind(data);
    const unfit = limits !== undefined && data.length > limits.bytes;
    if (unfit || (kind !== undefined && !isSendable(kind))) return words('unfit');
    return { type: 'file', mediaType: kind ?? part.mediaType, data: { type: 'data', data } };
  };
}

function imagesIn(messages: readonly RequestMessage[]): readonly ImagePart[] {
  return messages.flatMap((message) => {
    if (message.role === 'user') return message.parts.filter((part) => part.type === 'image');
    return message.role === 'tool' ? message.results.flatMap(({ images = [] }) => images) : [];
  });
}

/** Counted where nobody measured an image. */
const USUAL_BYTES = 500_000;

/**
 * Those that must give way. In steps of a quarter of what fits: else every new image would change the history, and
 * with it everything that the provider has kept of it.
 */
function oldest(images: readonly ImagePart[], { count, total }: ImageLimits): ReadonlySet<ImagePart> {
  let bytes = 0;
  let kept = 0;
  for (const { size = USUAL_BYTES } of images.toReversed()) {
    if (kept === count || bytes + size > total) break;
    bytes += size;
    kept += 1;
  }
  const over = images.length - kept;
  const step = Math.max(1, Math.floor(kept / 4));
  return new Set(images.slice(0, Math.min(Math.ceil(over / step) * step, images.length - 1)));
}
