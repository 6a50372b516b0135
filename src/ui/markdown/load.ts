// The renderer as a signal: text shows plainly until it is here. Fetched once, when the first message needs it.

import { signal } from '@preact/signals';

type Render = typeof import('./render.ts').renderBlock;

const loaded = signal<Render | undefined>(undefined);
let asked = false;

export function renderer(): Render | undefined {
  if (!asked) {
    asked = true;
    void import('./render.ts').then(
      ({ renderBlock }) => {
        loaded.value = renderBlock;
      },
      () => {
        asked = false;
      },
    );
  }
  return loaded.value;
}
