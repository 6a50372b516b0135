// The side panel: its tabs, its width, and what stands in it. Resized by pointer or by arrow keys.

import { X } from 'lucide-preact';
import type { TargetedKeyboardEvent, TargetedPointerEvent, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { PANEL_TABS, type PanelTab } from '../state/panel.ts';
import { isMiddling } from '../state/viewport.ts';
import { FilesTab } from './files-tab.tsx';
import { Icon } from './icon.tsx';
import { TraceTab } from './trace-tab.tsx';

function Later({ what }: { readonly what: string }): VNode {
  return (
    <div class="part">
      <div class="empty">
        <p>
          {what} {t('place.later')}
        </p>
      </div>
    </div>
  );
}

function Body({ tab }: { readonly tab: PanelTab }): VNode {
  switch (tab) {
    case 'files':
      return <FilesTab />;
    case 'trace':
      return <TraceTab />;
    case 'plan':
      return <Later what={t('plan.what')} />;
    case 'artifact':
      return <Later what={t('artifact.what')} />;
  }
}

const STEP = 24;

function Grip(): VNode {
  const { panel } = useUi();
  const [moving, setMoving] = useState(false);
  const toWidth = (x: number): number => (document.dir === 'rtl' ? x : innerWidth - x);
  const onMove = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (moving) panel.resize(toWidth(event.clientX));
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    const current = event.currentTarget.parentElement?.offsetWidth ?? 0;
    panel.resize(current + (document.dir === 'rtl' ? -by : by));
    panel.keepWidth();
  };
  return (
    <div
      class={`grip${moving ? ' moving' : ''}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('panel.resize')}
      aria-valuenow={panel.width.value ?? 0}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setMoving(true);
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        setMoving(false);
        panel.keepWidth();
      }}
      onKeyDown={onKey}
    />
  );
}

export function Panel({ onClose }: { readonly onClose: () => void }): VNode {
  const { panel } = useUi();
  const { files, room } = useRoom();
  const id = useId();
  const chosen = panel.tab.value;
  const counts: Readonly<Record<PanelTab, number>> = {
    files: files.changes.value.filter(({ undone }) => !undone).length,
    plan: 0,
    trace: room.steps.value,
    artifact: 0,
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const by = event.key === forward ? 1 : event.key === back ? -1 : 0;
    const next = PANEL_TABS[(PANEL_TABS.indexOf(chosen) + by + PANEL_TABS.length) % PANEL_TABS.length];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    panel.show(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  const width = panel.width.value;
  return (
    <aside
      class="panel"
      aria-label={t('panel.name')}
      style={isMiddling.value || width === undefined ? {} : { '--panel-width': `${width}px` }}
    >
      {isMiddling.value ? null : <Grip />}
      <div class="tabs">
        <div role="tablist" aria-label={t('panel.name')} onKeyDown={onKey}>
          {PANEL_TABS.map((tab) => (
            <button
              key={tab}
              id={`${id}-${tab}`}
              type="button"
              role="tab"
              aria-selected={tab === chosen}
              aria-controls={`${id}-body`}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => panel.show(tab)}
            >
              {t(`panel.${tab}`)}
              {counts[tab] > 0 ? <sup aria-hidden="true">{counts[tab]}</sup> : null}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="btn plain icon small push"
          aria-label={t('panel.close')}
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </div>
      <div class="body" role="tabpanel" id={`${id}-body`} aria-labelledby={`${id}-${chosen}`}>
        <section aria-label={t(`panel.${chosen}`)}>
          <Body tab={chosen} />
        </section>
      </div>
    </aside>
  );
}
