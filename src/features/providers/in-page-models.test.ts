// The table of in-page models says what really lies there.

import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { ENGINE_BYTES, IN_PAGE_MODELS } from './in-page-models.ts';

it.each(IN_PAGE_MODELS)('$id: files, sizes and window are those of the model', ({ id, files, window }) => {
  const folder = `public/models/${id}/`;
  const sizes = Object.keys(files).map((path) => [path, statSync(folder + path).size]);
  expect(Object.fromEntries(sizes)).toEqual(files);
  const config: unknown = JSON.parse(readFileSync(`${folder}config.json`, 'utf8'));
  expect(config).toMatchObject({ max_position_embeddings: window });
});

it('knows the sizes of the engine in the version that is installed', () => {
  const sizeOf = (path: string): number => statSync(createRequire(import.meta.url).resolve(path)).size;
  expect(ENGINE_BYTES).toEqual({
    jspi: sizeOf('onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm'),
    plain: sizeOf('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  });
});
