// Text as it really is: what can't be seen stands there by its number. For everything that a person is asked to allow.

import type { VNode } from 'preact';
import { t } from '../i18n/text.ts';
import { piecesOf } from '../unseen.ts';

export function Plainly({ text }: { readonly text: string }): VNode {
  return (
    <>
      {piecesOf(text).map(({ text: piece, code }, at) =>
        code === undefined ? (
          piece
        ) : (
          <span key={at} class="unseen" title={t('unseen.name', { code })}>
            {code}
          </span>
        ),
      )}
    </>
  );
}
