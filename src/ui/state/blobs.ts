// Bytes of attachments as addresses that the page's own policy allows: made once a hash, and let go when many others
// have come since.

import { createModel, type ReadonlySignal, signal } from '@preact/signals';
import type { BlobHash } from '../../engine/ids.ts';
import type { HostApi } from '../../protocol/host.ts';

/** More than are on one screen. */
const KEPT = 200;

/** `gone`: it is not kept any more, or can't be read now. */
export type BlobUrl = string | 'gone' | undefined;

export const BlobsModel = createModel((host: HostApi) => {
  const known = new Map<BlobHash, ReadonlySignal<BlobUrl>>();

  const load = (blob: BlobHash, mediaType: string): ReadonlySignal<BlobUrl> => {
    const url = signal<BlobUrl>(undefined);
    const settle = (bytes: Uint8Array | undefined): void => {
      url.value =
        bytes === undefined ? 'gone' : URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
    };
    host.getBlob(blob).then(settle, () => settle(undefined));
    return url;
  };

  const forgetOldest = (): void => {
    for (const [blob, url] of known) {
      if (known.size <= KEPT) return;
      known.delete(blob);
      const address = url.peek();
      if (address !== undefined && address !== 'gone') URL.revokeObjectURL(address);
    }
  };

  return {
    url: (blob: BlobHash, mediaType: string): ReadonlySignal<BlobUrl> => {
      const url = known.get(blob) ?? load(blob, mediaType);
      // Asked for last, let go last.
      known.delete(blob);
      known.set(blob, url);
      forgetOldest();
      return url;
    },
  };
});

export type Blobs = InstanceType<typeof BlobsModel>;
