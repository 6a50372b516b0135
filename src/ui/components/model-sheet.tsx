// Every model that can be chosen, account by account, with what it can do; searched by typing, moved in with the arrow
// keys. A model that can't take what the session holds says so before it is taken.

import { Brain, Image, PlugZap, TriangleAlert, Wrench } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ModelView } from '../../protocol/host.ts';
import { useRoom, useUi } from '../context.ts';
import { formatDisk } from '../disk-size.ts';
import { formatTokens, formatUsd } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { modelLabel } from '../names.ts';
import { isTouch } from '../state/viewport.ts';
import { Icon } from './icon.tsx';
import { Sheet } from './sheet.tsx';
import '../styles/models.css';

/** More rows than this are found by typing. */
const MOST_ROWS = 120;

interface Group {
  readonly id: string;
  readonly label: string;
  readonly models: readonly ModelView[];
}

/** What the session holds that a model may not be able to take. */
interface Held {
  readonly tokens: number;
  readonly images: boolean;
}

function lacks({ capabilities }: ModelView, held: Held): readonly ('window' | 'images' | 'tools')[] {
  const { window, images, tools } = capabilities;
  return [
    ...(held.tokens > window ? (['window'] as const) : []),
    ...(held.images && !images ? (['images'] as const) : []),
    ...(tools ? [] : (['tools'] as const)),
  ];
}

function useHeld(): Held {
  const { room } = useRoom();
  const context = room.view.value.run?.context;
  const tokens =
    context === undefined ? 0 : context.systemTokens + context.toolTokens + context.historyTokens;
  const images = room.entries.value.some(
    ({ event }) => event.type === 'message' && event.parts.some(({ type }) => type === 'image'),
  );
  return { tokens, images };
}

function Marks({ model: { capabilities, bytes } }: { readonly model: ModelView }): VNode {
  const { window, windowKnown, tools, images, reasoning, price } = capabilities;
  const mark = (glyph: typeof Brain, name: string): VNode => (
    <span title={name}>
      <Icon of={glyph} small />
      <span class="sr">{name}</span>
    </span>
  );
  return (
    <span class="marks">
      {images ? mark(Image, t('models.images')) : null}
      {tools ? mark(Wrench, t('models.tools')) : null}
      {reasoning ? mark(Brain, t('models.reasoning')) : null}
      <span class="num" title={t('models.window')}>
        {windowKnown ? '' : '≈ '}
        {formatTokens(window)}
      </span>
      <span class="num price" title={t('models.price')}>
        {price !== undefined
          ? `${formatUsd(price.input)} / ${formatUsd(price.output)}`
          : bytes === undefined
            ? ''
            : formatDisk(bytes)}
      </span>
    </span>
  );
}

export function ModelSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const { app, connect } = useUi();
  const { room } = useRoom();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState<string | undefined>(undefined);
  const [doubt, setDoubt] = useState<ModelView | undefined>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const held = useHeld();
  const current = room.setup.value.model;
  const all = app.models.value;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fits = (group: string, { name, label }: ModelView): boolean => {
    const hay = `${group} ${name} ${label}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  };
  const labelOf = (model: ModelView): string => modelLabel(all, model.name);
  const groups: readonly Group[] = [
    { id: '', label: t('models.builtIn'), models: all.filter(({ account }) => account === undefined) },
    ...app.accounts.value,
  ]
    .map((group) => ({ ...group, models: group.models.filter((model) => fits(group.label, model)) }))
    .filter(({ models }) => models.length > 0);
  const rows = groups.flatMap(({ models }) => models);
  const shown = rows.slice(0, MOST_ROWS);
  const active =
    shown.find(({ name }) => name === at) ?? shown.find(({ name }) => name === current) ?? shown[0];
  const optionId = (model: ModelView): string => `${id}${rows.indexOf(model)}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, text]);

  const take = (model: ModelView): void => {
    onClose();
    if (model.name !== current) void room.setUp({ model: model.name });
  };
  const choose = (model: ModelView | undefined): void => {
    if (model === undefined) return;
    if (model.name !== current && !room.isEmpty.value && lacks(model, held).length > 0) setDoubt(model);
    else take(model);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(active);
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || shown.length === 0) return;
    event.preventDefault();
    const place = active === undefined ? 0 : shown.indexOf(active);
    setAt(shown[(place + step + shown.length) % shown.length]?.name);
  };

  if (doubt !== undefined) {
    const facts = { model: labelOf(doubt) };
    return (
      <Sheet title={t('models.doubt', facts)} onClose={onClose}>
        <section>
          <ul class="lacks">
            {lacks(doubt, held).map((lack) => (
              <li key={lack}>
                <Icon of={TriangleAlert} />
                {t(`models.lacks.${lack}`, {
                  used: formatTokens(held.tokens),
                  window: formatTokens(doubt.capabilities.window),
                })}
              </li>
            ))}
          </ul>
          <div class="acts">
            <button type="button" class="btn plain" onClick={() => setDoubt(undefined)}>
              {t('room.cancel')}
            </button>
            <button type="button" class="btn" onClick={() => take(doubt)}>
              {t('models.anyway')}
            </button>
          </div>
        </section>
      </Sheet>
    );
  }
  return (
    <Sheet title={t('models.title')} onClose={onClose}>
      <section class="models">
        <input
          class="input"
          type="search"
          role="combobox"
          list={undefined}
          autofocus={!isTouch.value}
          aria-label={t('models.search')}
          aria-controls={`${id}list`}
          aria-expanded="true"
          aria-autocomplete="list"
          {...(active === undefined ? {} : { 'aria-activedescendant': optionId(active) })}
          placeholder={t('models.search')}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          id={`${id}list`}
          class="modellist"
          role="listbox"
          aria-label={t('models.title')}
          tabIndex={-1}
        >
          {groups.map((group, place) => {
            const mine = group.models.filter((model) => shown.includes(model));
            return mine.length === 0 ? null : (
              <div key={group.id} role="group" aria-labelledby={`${id}g${place}`}>
                <h3 id={`${id}g${place}`}>{group.label}</h3>
                {mine.map((model) => (
                  <div
                    key={model.name}
                    id={optionId(model)}
                    class="option"
                    role="option"
                    aria-selected={model === active}
                    {...(model.name === current ? { 'aria-current': 'true' } : {})}
                    onClick={() => choose(model)}
                  >
                    <span class="cut">{labelOf(model)}</span>
                    {!room.isEmpty.value && lacks(model, held).length > 0 ? (
                      <span class="warn" title={t('models.mayNot')}>
                        <Icon of={TriangleAlert} small />
                        <span class="sr">{t('models.mayNot')}</span>
                      </span>
                    ) : null}
                    <Marks model={model} />
                  </div>
                ))}
              </div>
            );
          })}
        </div>
        <p class="quiet" role="status">
          {rows.length === 0
            ? t('models.none')
            : rows.length > shown.length
              ? t('models.more', { n: rows.length - shown.length })
              : ''}
        </p>
        <div class="acts">
          <button
            type="button"
            class="btn plain"
            onClick={() => {
              onClose();
              connect.open();
            }}
          >
            <Icon of={PlugZap} />
            {t('connect.title')}
          </button>
        </div>
      </section>
    </Sheet>
  );
}
