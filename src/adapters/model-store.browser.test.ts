// Fetching and keeping the files of a model, over a server that breaks off.

import { afterEach, expect, test } from 'vitest';
import { ENGINE_BYTES } from '../features/providers/providers.ts';
import type { FetchHttp } from './http.ts';
import { createModelStore } from './model-store.ts';

const model = { id: 'store-test', files: { 'config.json': 3, 'onnx/model.onnx': 10 } };
const WEIGHTS = '0123456789';

/** Breaks off the weights after four bytes, `breaks` times. */
function server(breaks: number) {
  const asked: string[] = [];
  let left = breaks;
  const http: Pick<FetchHttp, 'fetch'> = {
    fetch: async ({ url, headers }) => {
      const range = headers?.['range'];
      if (url.endsWith('.wasm'))
        return new Response(new Uint8Array(url.includes('jspi') ? ENGINE_BYTES.jspi : ENGINE_BYTES.plain));
      asked.push(`${url.replace(/^.*\/models\//, '')} ${range ?? ''}`.trim());
      if (url.endsWith('.json')) return new Response('{} ');
      const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      const rest = WEIGHTS.slice(from);
      if (left === 0) return new Response(rest, { status: range === undefined ? 200 : 206 });
      left -= 1;
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(rest.slice(0, 4))),
        pull: (controller) => controller.error(new TypeError('network error')),
      });
      return new Response(body, { status: range === undefined ? 200 : 206 });
    },
  };
  return { asked, http };
}

const open = (http: Pick<FetchHttp, 'fetch'>) => createModelStore({ http, root: 'https://app.test/' });
const never = new AbortController().signal;

afterEach(async () => open(server(0).http).remove(model.id));

test('goes on where it broke off, asks for nothing twice, and counts what was there', async () => {
  const { asked, http } = server(2);
  const store = open(http);
  await expect(store.fetch(model, () => undefined, never)).rejects.toMatchObject({
    failure: { code: 'connection-lost' },
  });
  expect(await store.has(model)).toBe(false);
  expect(await store.open(model)).toBeUndefined();
  await expect(store.fetch(model, () => undefined, never)).rejects.toThrow();
  const told: (readonly [number, number])[] = [];
  await store.fetch(model, (done, all) => told.push([done, all]), never);
  expect(asked).toEqual([
    'store-test/config.json',
    'store-test/onnx/model.onnx',
    'store-test/onnx/model.onnx bytes=4-',
    'store-test/onnx/model.onnx bytes=8-',
  ]);
  expect(await (await store.open(model))?.files.get('onnx/model.onnx')?.text()).toBe(WEIGHTS);
  const total = ENGINE_BYTES[store.kind] + 13;
  expect(told.at(-1)).toEqual([total, total]);
  expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b));
  await store.fetch(model, () => undefined, never);
  expect(asked).toHaveLength(4);
});

test('takes no file of another length for the whole', async () => {
  const { http } = server(0);
  const store = open(http);
  const other = { id: model.id, files: { ...model.files, 'onnx/model.onnx': 11 } };
  await expect(store.fetch(other, () => undefined, never)).rejects.toMatchObject({
    failure: { code: 'io-failed' },
  });
  expect(await store.has(other)).toBe(false);
});

test('a stop keeps what came', async () => {
  const { asked, http } = server(0);
  const store = open(http);
  const stop = new AbortController();
  stop.abort();
  await expect(store.fetch(model, () => undefined, stop.signal)).rejects.toMatchObject({
    failure: { code: 'connection-lost' },
  });
  expect(asked).toEqual([]);
});
