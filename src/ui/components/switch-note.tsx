// Another account or model takes over (P7), as a thin line in the transcript.

import { ArrowRightLeft } from 'lucide-preact';
import type { VNode } from 'preact';
import type { Note } from '../../features/sessions/fold.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { modelLabel } from '../names.ts';
import { Icon } from './icon.tsx';

type Switch = Extract<Note, { kind: 'switch' }>;

export function SwitchNote({ note: { from, to, failure } }: { readonly note: Switch }): VNode {
  const { app } = useUi();
  const accountOf = (name: string): string => {
    const id = name.slice(0, name.indexOf('/'));
    return app.accounts.value.find((account) => account.id === id)?.label ?? id;
  };
  const models = app.models.value;
  const [before, after] = [modelLabel(models, from), modelLabel(models, to)];
  const facts = {
    from: accountOf(from),
    to: before === after ? accountOf(to) : `${accountOf(to)}, ${after}`,
  };
  const text =
    failure === undefined
      ? t('note.switch.rests', facts)
      : t('note.switch', { ...facts, why: failureText(failure) });
  return (
    <div class="divider">
      <Icon of={ArrowRightLeft} small />
      <span dir="auto">{text}</span>
    </div>
  );
}
