// The words of a person as they are: what can't be seen stands there by its number, and what is very long is folded.

import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatBytes } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { foldedText } from '../folded-text.ts';
import { Plainly } from './unseen.tsx';

export function SaidText({ text, whole }: { readonly text: string; readonly whole: boolean }): VNode {
  const [open, setOpen] = useState(whole);
  // Somebody jumped to a word that may stand in the folded part.
  useEffect(() => {
    if (whole) setOpen(true);
  }, [whole]);
  const short = useMemo(() => foldedText(text), [text]);
  const folds = short !== undefined;
  return (
    <div class="prose" dir="auto">
      <Plainly text={open || short === undefined ? text : short} prose />
      {folds ? (
        <button
          type="button"
          class="btn small unfold"
          aria-expanded={open}
          onClick={() => setOpen((before) => !before)}
        >
          {open
            ? t('said.less')
            : t('said.all', { size: formatBytes(new TextEncoder().encode(text).length) })}
        </button>
      ) : null}
    </div>
  );
}
