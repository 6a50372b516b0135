// Text as it really is: what can't be seen stands there by its number. For everything that a person is asked to allow,
// and for what is said.

import type { VNode } from 'preact';
import { t } from '../i18n/text.ts';
import { piecesOf, wordPiecesOf } from '../unseen.ts';

interface PlainlyProps {
  readonly text: string;
  /** Words of people and models: what writing itself needs stays unmarked. */
  readonly prose?: boolean;
}

export function Plainly({ text, prose = false }: PlainlyProps): VNode {
  return (
    <>
      {(prose ? wordPiecesOf : piecesOf)(text).map(({ text: piece, code }, at) =>
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
