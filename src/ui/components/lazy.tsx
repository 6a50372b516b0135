// A screen that comes as a chunk of its own, with its words; an empty place stands there until it is here. Where it
// can't be had and no reload helps, it says so.

import type { ComponentType, VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useUi } from '../context.ts';
import { failureText, remedyText, t, wholeSpeech } from '../i18n/text.ts';

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
    const { update } = useUi();
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => known);
    const [failed, setFailed] = useState(false);
    useLayoutEffect(() => {
      if (Loaded !== undefined) return;
      const bring = async (): Promise<void> => {
        const component = await load();
        await wholeSpeech();
        known = component;
        setLoaded(() => component);
      };
      bring().catch(() => {
        if (!update.chunkFailed()) setFailed(true);
      });
    }, []);
    if (failed) return <Missing onReload={update.reload} />;
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}

function Missing({ onReload }: { readonly onReload: () => void }): VNode {
  const cause = { code: 'chunk-missing' } as const;
  return (
    <p class="missing" role="alert">
      {failureText(cause)} {remedyText(cause)}{' '}
      <button type="button" class="btn small" onClick={onReload}>
        {t('app.reload')}
      </button>
    </p>
  );
}
