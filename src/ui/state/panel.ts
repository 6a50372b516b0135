// The side panel: whether it is open, which tab, how wide; and the rail beside it. Kept for the next visit.

import { createModel, signal } from '@preact/signals';
import { readLook, saveLook } from './memory.ts';

export const PANEL_TABS = ['files', 'plan', 'trace', 'artifact'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

const NARROWEST = 280;

export const PanelModel = createModel(() => {
  const look = readLook();
  const open = signal(look.panel ?? true);
  const tab = signal<PanelTab>('files');
  const width = signal<number | undefined>(look.panelWidth);
  const rail = signal(look.rail ?? true);
  /** Sheets of a narrow page; never remembered. */
  const sheet = signal<'rail' | 'panel' | undefined>(undefined);
  return {
    open,
    tab,
    width,
    rail,
    sheet,
    show: (wanted: PanelTab) => {
      tab.value = wanted;
    },
    setOpen: (wanted: boolean) => {
      open.value = wanted;
      saveLook({ panel: wanted });
    },
    setRail: (wanted: boolean) => {
      rail.value = wanted;
      saveLook({ rail: wanted });
    },
    resize: (wanted: number) => {
      const widest = Math.max(NARROWEST, innerWidth - 640);
      width.value = Math.round(Math.min(Math.max(wanted, NARROWEST), widest));
    },
    keepWidth: () => {
      if (width.value !== undefined) saveLook({ panelWidth: width.value });
    },
  };
});

export type Panel = InstanceType<typeof PanelModel>;
