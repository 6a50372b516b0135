// The files of models that run in the page: fetched from this app's own origin over the one way out, kept in the private
// file system, and gone on with where they stopped. A file counts only with its full length.

import jspiUrl from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import plainUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { asFailure, FailureError, failure } from '../engine/failures.ts';
import { ENGINE_BYTES } from '../features/providers/providers.ts';
import type { FetchHttp } from './http.ts';
import type { EngineKind, ModelFiles } from './model-talk.ts';

const FOLDER = 'in-page-models';
const ENGINE = 'engine';

export interface StoredModel {
  readonly id: string;
  /** Path → bytes. */
  readonly files: Readonly<Record<string, number>>;
}

export type Progress = (completed: number, total: number) => void;

export interface ModelStore {
  readonly kind: EngineKind;
  /** Whether it can be used without a network. */
  has(model: StoredModel): Promise<boolean>;
  /** Fetches what is missing. Rejects with `connection-lost` after an abort; what came so far is kept. */
  fetch(model: StoredModel, progress: Progress, signal: AbortSignal): Promise<void>;
  /** Undefined where something is missing. */
  open(model: StoredModel): Promise<ModelFiles | undefined>;
  /** The engine goes with the last model. */
  remove(id: string): Promise<void>;
}

export interface ModelStoreOptions {
  readonly http: Pick<FetchHttp, 'fetch'>;
  /** Address of the app's root, ending in `/`. */
  readonly root: string;
}

interface Wanted {
  readonly folder: string;
  readonly path: string;
  readonly url: string;
  readonly bytes: number;
}

export function createModelStore({ http, root }: ModelStoreOptions): ModelStore {
  const kind: EngineKind = 'Suspending' in WebAssembly ? 'jspi' : 'plain';
  const engineUrl = new URL(kind === 'jspi' ? jspiUrl : plainUrl, root).href;
  /** Named by its address, which holds a hash: another build's engine is another file. */
  const engine: Wanted = {
    folder: ENGINE,
    path: engineUrl.replace(/^.*\//, ''),
    url: engineUrl,
    bytes: ENGINE_BYTES[kind],
  };

  const wantedOf = ({ id, files }: StoredModel): readonly Wanted[] => [
    engine,
    ...Object.entries(files).map(([path, bytes]) => ({
      folder: id,
      path,
      url: new URL(`models/${id}/${path}`, root).href,
      bytes,
    })),
  ];

  const stored = async (wanted: Wanted): Promise<File | undefined> => {
    const file = await fileIn(wanted.folder, wanted.path);
    return file?.size === wanted.bytes ? file : undefined;
  };

  const get = async (
    wanted: Wanted,
    progress: (completed: number) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const { folder, path, url, bytes } = wanted;
    const kept = (await fileIn(folder, path))?.size ?? 0;
    const begun = kept < bytes ? kept : 0;
    const headers = begun > 0 ? { range: `bytes=${begun}-` } : {};
    const response = await http.fetch({ url, purpose: 'own', signal, headers });
    if (!response.ok || response.body === null)
      throw new FailureError(failure('io-failed', `${path}: answered ${response.status}`));
    const from = response.status === 206 ? begun : 0;
    const handle = await handleIn(folder, path);
    const out = await handle.createWritable({ keepExistingData: from > 0 });
    let at = from;
    try {
      await out.seek(from);
      const reader = response.body.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        await out.write(next.value);
        at += next.value.byteLength;
        progress(Math.min(at, bytes));
      }
    } catch (thrown) {
      if (signal.aborted) throw new FailureError(failure('connection-lost', 'given up'));
      throw new FailureError(asFailure(thrown, 'connection-lost'));
    } finally {
      // Closing keeps what came: the next try begins there.
      await out.close();
    }
    if (at !== bytes) throw new FailureError(failure('io-failed', `${path}: ${at} bytes came, not ${bytes}`));
  };

  return {
    kind,
    has: async (model) =>
      (await Promise.all(wantedOf(model).map(stored))).every((file) => file !== undefined),
    fetch: async (model, progress, signal) => {
      const wanted = wantedOf(model);
      const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
      let before = 0;
      for (const one of wanted) {
        if (signal.aborted) throw new FailureError(failure('connection-lost', 'given up'));
        if ((await stored(one)) === undefined)
          await get(one, (done) => progress(before + done, total), signal);
        before += one.bytes;
        progress(before, total);
      }
      await removeOthersIn(ENGINE, engine.path);
    },
    open: async (model) => {
      const files = new Map<string, Blob>();
      for (const wanted of wantedOf(model)) {
        const file = await stored(wanted);
        if (file === undefined) return undefined;
        files.set(wanted === engine ? ENGINE : wanted.path, file);
      }
      const binary = files.get(ENGINE);
      files.delete(ENGINE);
      return binary === undefined ? undefined : { files, engine: binary };
    },
    remove: async (id) => {
      const top = await topFolder();
      await top.removeEntry(id, { recursive: true }).catch(ignoreMissing);
      for await (const name of top.keys()) if (name !== ENGINE) return;
      await top.removeEntry(ENGINE, { recursive: true }).catch(ignoreMissing);
    },
  };
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'NotFoundError';

function ignoreMissing(thrown: unknown): void {
  if (!isMissing(thrown)) throw thrown;
}

async function topFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

/** One flat folder for each model: slashes are written as another sign. */
const flat = (path: string): string => path.replaceAll('/', '~');

async function handleIn(folder: string, path: string): Promise<FileSystemFileHandle> {
  const inner = await (await topFolder()).getDirectoryHandle(folder, { create: true });
  return inner.getFileHandle(flat(path), { create: true });
}

async function fileIn(folder: string, path: string): Promise<File | undefined> {
  try {
    const inner = await (await topFolder()).getDirectoryHandle(folder);
    return await (await inner.getFileHandle(flat(path))).getFile();
  } catch (thrown) {
    ignoreMissing(thrown);
    return undefined;
  }
}

/** Engines of earlier builds. */
async function removeOthersIn(folder: string, kept: string): Promise<void> {
  const inner = await (await topFolder()).getDirectoryHandle(folder, { create: true });
  for await (const name of inner.keys())
    if (name !== flat(kept)) await inner.removeEntry(name).catch(ignoreMissing);
}
