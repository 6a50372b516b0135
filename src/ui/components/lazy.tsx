// A screen that comes as a chunk of its own, with its words; an empty place stands there until it is here.

import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { wholeSpeech } from '../i18n/text.ts';

/** Resolves when the page has nothing more urgent to do, or after a while. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 4000 });
    else setTimeout(resolve, 1500);
  });
}

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => VNode | null {
  let known: ComponentType<Props> | undefined;
  return (props) => {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => known);
    useEffect(() => {
      if (Loaded !== undefined) return;
      void load().then(async (component) => {
        await wholeSpeech();
        known = component;
        setLoaded(() => component);
      });
    }, []);
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
