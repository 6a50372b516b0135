// The difference of two texts, computed in the page; its library comes as a chunk of its own when first needed.

import { signal } from '@preact/signals';

type Diff = typeof import('../features/workspace/fold.ts').diffTexts;

const loaded = signal<Diff | undefined>(undefined);
let asked = false;

export function differ(): Diff | undefined {
  if (!asked) {
    asked = true;
    void import('../features/workspace/fold.ts').then(
      ({ diffTexts }) => {
        loaded.value = diffTexts;
      },
      () => {
        asked = false;
      },
    );
  }
  return loaded.value;
}
