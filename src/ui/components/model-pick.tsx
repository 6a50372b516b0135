// The model of the session on a chip; pressed, the list of all models opens as a sheet of its own chunk.

import { ChevronDown, Clapperboard, Cpu } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/text.ts';
import { isRehearsal, modelLabel } from '../names.ts';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';

const ModelSheet = lazy(() => import('./model-sheet.tsx').then((chunk) => chunk.ModelSheet));

/** `offers`: says beside the name what Rehearsal is. */
export function ModelPick({ offers }: { readonly offers: boolean }): VNode {
  const { app } = useUi();
  const { room } = useRoom();
  const [open, setOpen] = useState(false);
  const { model } = room.setup.value;
  const models = app.models.value;
  const there = models.some(({ name }) => name === model);
  const label = modelLabel(models, model);
  const shown = there ? label : t('model.missing', { model: label });
  const rehearses = isRehearsal(model);
  return (
    <>
      <button type="button" class="chip pick" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={rehearses ? Clapperboard : Cpu} />
        <span class="sr">{t('composer.model')} </span>
        <span class="cut">{shown}</span>
        {rehearses && offers ? <span class="quiet hide-s">{t('model.rehearsal.what')}</span> : null}
        <Icon of={ChevronDown} />
      </button>
      {open ? <ModelSheet onClose={() => setOpen(false)} /> : null}
    </>
  );
}
