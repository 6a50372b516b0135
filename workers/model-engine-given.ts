// Holds the engine's binary between the two modules that meet only through the library.

import type { EngineKind } from '../src/adapters/model-talk.ts';

interface Engine {
  readonly kind: EngineKind;
  readonly binary: ArrayBuffer;
}

let given: Engine | undefined;

export function giveEngine(engine: Engine): void {
  given = engine;
}

export function givenEngine(): Engine {
  if (given === undefined) throw new Error('the engine was not given');
  return given;
}
