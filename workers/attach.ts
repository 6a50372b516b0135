// What a person attaches, taken in: an image is made to fit the model it is for, its original kept beside it; anything
// else becomes a file that `read_file` reads. A chunk of its own.

import { type Failure, failure } from '../src/engine/failures.ts';
import { imageKind } from '../src/engine/image-kind.ts';
import type { FilePart, ImagePart } from '../src/engine/messages.ts';
import type { ImageLimits } from '../src/engine/provider.ts';
import type { HostApi } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';

/** As `read_file` takes. */
const MAX_BYTES = 50_000_000;
/** For a model that sees none, or that nobody knows: another may read the session later. */
const USUAL: Pick<ImageLimits, 'side' | 'bytes'> = { side: 1568, bytes: 2_500_000 };

export interface Attach {
  readonly attach: HostApi['attach'];
}

export function createAttach({ blobs, images }: Pick<Platform, 'blobs' | 'images'>): Attach {
  return {
    attach: async (bytes, { name, mediaType, limits = USUAL }): Promise<ImagePart | FilePart | Failure> => {
      const { length } = bytes;
      if (length > MAX_BYTES)
        return failure('too-large', `${name} has ${length} bytes`, { facts: { bytes: length } });
      const kind = imageKind(bytes);
      const blob = await blobs.put(bytes);
      if (kind === undefined)
        return { type: 'file', name, mediaType: typeOf(mediaType, bytes), blob, size: length };
      const fitted = await images.fit(bytes, kind, limits);
      if (fitted === undefined)
        return failure('not-image', `${name} is ${kind}, and can't be read here`, { facts: { kind } });
      const { bytes: sent, mediaType: type, width, height } = fitted;
      const shown = sent === bytes ? blob : await blobs.put(sent);
      return {
        type: 'image',
        name,
        mediaType: type,
        blob: shown,
        size: sent.length,
        ...(width === undefined || height === undefined ? {} : { width, height }),
        ...(shown === blob ? {} : { original: blob }),
      };
    },
  };
}

/** Browsers name many text files nothing at all. */
function typeOf(given: string, bytes: Uint8Array): string {
  if (/^[\w.+-]+\/[\w.+-]+$/.test(given)) return given.toLowerCase();
  return bytes.subarray(0, 4_096).includes(0) ? 'application/octet-stream' : 'text/plain';
}
