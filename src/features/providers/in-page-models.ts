// The models that run in the page itself, as data: what is fetched, from this app's own origin, and how big it is. The
// engine they run on is fetched once for all of them.

import type { ModelFacts } from './catalogue.ts';

export interface InPageModel {
  readonly id: string;
  readonly label: string;
  /** What the app serves below `models/ID/`: path → bytes. */
  readonly files: Readonly<Record<string, number>>;
  /** As the model's own configuration has it. */
  readonly window: number;
  readonly maxOutput: number;
  readonly licence: string;
  /** False: too small to make sense of it when a message says on which day it was sent. */
  readonly readsDates: boolean;
  /** False: so small that the graphics card would slow it. */
  readonly usesGpu: boolean;
}

export const IN_PAGE_MODELS: readonly InPageModel[] = [
  {
    id: 'tiny-agent',
    label: 'Tiny agent',
    files: {
      'config.json': 467,
      'generation_config.json': 131,
      'tokenizer.json': 24_847,
      'tokenizer_config.json': 1_693,
      'onnx/model.onnx': 3_888_287,
    },
    window: 4_096,
    maxOutput: 128,
    licence: 'MIT',
    readsDates: false,
    usesGpu: false,
  },
];

/** Of the engine's binaries, in the version that package.json pins. */
export const ENGINE_BYTES = { jspi: 16_811_691, plain: 14_264_838 } as const;

/** What is fetched for the first model: most browsers take the larger engine. */
export const bytesOf = ({ files }: InPageModel): number =>
  Object.values(files).reduce((sum, bytes) => sum + bytes, ENGINE_BYTES.jspi);

export function findInPageModel(id: string): InPageModel | undefined {
  return IN_PAGE_MODELS.find((model) => model.id === id);
}

/** As an endpoint's list would have them. */
export function inPageFacts(): readonly ModelFacts[] {
  return IN_PAGE_MODELS.map((model) => ({
    id: model.id,
    label: model.label,
    window: model.window,
    maxOutput: model.maxOutput,
    tools: true,
    bytes: bytesOf(model),
  }));
}
