// Copies a text that stands on the screen; says for a moment that it did, or that the browser would not.

import { Check, Copy } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/later.ts';
import { Icon } from './icon.tsx';

const SAID_MS = 2_000;

export function CopyButton({ text, name }: { readonly text: string; readonly name?: string }): VNode {
  const [said, setSaid] = useState<'copied' | 'refused' | undefined>(undefined);
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <>
      <button
        type="button"
        class="btn small"
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setSaid('copied'),
            () => setSaid('refused'),
          )
        }
      >
        <Icon of={said === 'copied' ? Check : Copy} small />
        {name ?? t('models.copy')}
      </button>
      <span class="sr" role="status">
        {said === undefined ? '' : t(`models.${said}`)}
      </span>
    </>
  );
}
