// The sample workspace in the browser: a private folder, filled from the app's own files, which the service worker
// keeps for offline. One tab at a time fills or resets it.

import { failure, FailureError } from '../engine/failures.ts';
import type { FileSpace } from '../engine/ports.ts';
import { ensureSample, type LoadSample, resetSample, SAMPLE_FOLDER } from '../features/sample.ts';
import { openPrivateFolder } from './files.ts';
import type { FetchHttp } from './http.ts';

export interface SampleOptions {
  readonly http: Pick<FetchHttp, 'fetch'>;
  /** Address of the app's root, ending in `/`. */
  readonly root: string;
  readonly id?: string;
}

export interface SampleWorkspace {
  readonly id: string;
  /** Opens the folder, filled. */
  open(): Promise<FileSpace>;
  /** Puts it back as it was shipped. */
  reset(): Promise<void>;
}

export function createSampleWorkspace({ http, root, id = 'sample' }: SampleOptions): SampleWorkspace {
  const load: LoadSample = async (path) => {
    const url = new URL(SAMPLE_FOLDER + path, root).href;
    const response = await http.fetch({ url, purpose: 'own', signal: new AbortController().signal });
    if (!response.ok)
      throw new FailureError(
        failure('io-failed', `${path}: answered ${response.status}`, { facts: { path } }),
      );
    return new Uint8Array(await response.arrayBuffer());
  };
  const folder = (): Promise<FileSpace> => openPrivateFolder({ id, name: 'Sample' });
  const alone = (work: (space: FileSpace) => Promise<void>): Promise<FileSpace> =>
    navigator.locks.request(`sample:${id}`, async () => {
      const space = await folder();
      await work(space);
      return space;
    });
  return {
    id,
    open: () => alone((space) => ensureSample(space, load)),
    reset: async () => {
      await alone((space) => resetSample(space, load));
    },
  };
}
