// What kind of page this is: narrow (rail and panel are sheets), middling (only the panel is), wide.

import { type ReadonlySignal, signal } from '@preact/signals';

function matches(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const found = signal(list.matches);
  list.addEventListener('change', () => {
    found.value = list.matches;
  });
  return found;
}

export const isNarrow = matches('(width < 48rem)');
export const isMiddling = matches('(width < 70rem)');
/** Cmd is the key of commands. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
export const isTouch = matches('(pointer: coarse)');
