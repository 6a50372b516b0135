// Where a page of a sheet takes the place of another one, the keyboard goes on in it. A touch keyboard stays away.

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isTouch } from '../state/viewport.ts';

export function useFocusFirst<Box extends HTMLElement>(selector: string): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    if (!isTouch.value) box.current?.querySelector<HTMLElement>(selector)?.focus();
  }, []);
  return box;
}
