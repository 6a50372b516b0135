// A screen that comes as a chunk of its own, with its words; an empty place stands there until it is here.

import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { wholeSpeech } from '../i18n/text.ts';

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
