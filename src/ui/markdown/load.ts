// Drawing as a signal: text shows plainly until it is here. Fetched once, with its words, when the first message needs it.

import { signal } from '@preact/signals';
import { wholeSpeech } from '../i18n/text.ts';
import type { Drawing } from './drawing.ts';

const loaded = signal<Drawing | undefined>(undefined);
let asked = false;

async function load(): Promise<void> {
  const { createDrawing } = await import('./drawing.ts');
  await wholeSpeech();
  loaded.value = createDrawing();
}

export function drawing(): Drawing | undefined {
  if (!asked) {
    asked = true;
    void load().catch(() => {
      asked = false;
    });
  }
  return loaded.value;
}
