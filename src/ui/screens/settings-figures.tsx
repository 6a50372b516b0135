// What is known of a single model, where each figure comes from, and the person's own word in its place.

import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { LoadedWindow, ModelFigures, ModelWord } from '../../protocol/host.ts';
import { useUi } from '../context.ts';
import { formatNumber, formatUsd } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { useModels } from '../late.ts';

interface Draft {
  readonly window: string;
  readonly maxOutput: string;
  readonly tools: string;
  readonly images: string;
  readonly reasoning: string;
  readonly priceIn: string;
  readonly priceOut: string;
}

const COUNTS = ['window', 'maxOutput'] as const;
const FLAGS = ['tools', 'images', 'reasoning'] as const;

function draftOf({ window, maxOutput, tools, images, reasoning, price }: ModelWord): Draft {
  const text = (value: number | boolean | undefined): string => (value === undefined ? '' : String(value));
  return {
    window: text(window),
    maxOutput: text(maxOutput),
    tools: text(tools),
    images: text(images),
    reasoning: text(reasoning),
    priceIn: text(price?.input),
    priceOut: text(price?.output),
  };
}

/** Undefined where a figure is none. */
function wordOf(draft: Draft, before: ModelWord): ModelWord | undefined {
  const number = (text: string): number => Number(text.replace(',', '.').replace(/[\s_]/g, ''));
  const counts = COUNTS.flatMap((name) =>
    draft[name].trim() === '' ? [] : [[name, number(draft[name])] as const],
  );
  if (!counts.every(([, value]) => Number.isInteger(value) && value > 0)) return undefined;
  const flags = FLAGS.flatMap((name) =>
    draft[name] === '' ? [] : [[name, draft[name] === 'true'] as const],
  );
  const priced = draft.priceIn.trim() !== '' || draft.priceOut.trim() !== '';
  const price = {
    ...before.price,
    input: number(draft.priceIn || '0'),
    output: number(draft.priceOut || '0'),
  };
  if (priced && !(price.input >= 0 && price.output >= 0)) return undefined;
  return { ...Object.fromEntries([...counts, ...flags]), ...(priced ? { price } : {}) };
}

function Loaded({ account, model }: { readonly account: string; readonly model: string }): VNode {
  const models = useModels();
  const [seen, setSeen] = useState<LoadedWindow | Failure | undefined>(undefined);
  const text =
    seen === undefined
      ? ''
      : 'code' in seen
        ? failureText(seen)
        : seen.loaded === undefined
          ? t('figures.notLoaded')
          : t(seen.loaded < seen.asked ? 'figures.loadedLess' : 'figures.loaded', {
              loaded: formatNumber(seen.loaded),
              asked: formatNumber(seen.asked),
            });
  return (
    <div class="field">
      <small>{t('figures.sets')}</small>
      <span>
        <button
          type="button"
          class="btn small"
          onClick={() =>
            void models
              .loadedWindow(account, model)
              .catch((error: unknown) => asFailure(error, 'wire-lost'))
              .then(setSeen)
          }
        >
          {t('figures.check')}
        </button>
      </span>
      <small role="status">{text}</small>
    </div>
  );
}

interface FormProps {
  readonly account: string;
  readonly model: string;
  readonly figures: ModelFigures;
  readonly onSaved: () => void;
}

function Form({ account, model, figures, onSaved }: FormProps): VNode {
  const models = useModels();
  const id = useId();
  const [draft, setDraft] = useState(draftOf(figures.word));
  const [wrong, setWrong] = useState(false);
  const { found, sources, word } = figures;
  const set = (more: Partial<Draft>): void => {
    setDraft({ ...draft, ...more });
    setWrong(false);
  };
  const source = (name: keyof typeof sources): VNode => <small>{t(`figures.from.${sources[name]}`)}</small>;
  const save = (next: ModelWord | undefined): void =>
    void models.describe(account, model, next).then((saved) => {
      if (saved) onSaved();
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const next = wordOf(draft, word);
        if (next === undefined) setWrong(true);
        else save(next);
      }}
    >
      <div class="figures">
        {COUNTS.map((name) => {
          const known = found[name];
          return (
            <div key={name} class="field">
              <label for={`${id}${name}`}>{t(`figures.${name}`)}</label>
              <input
                id={`${id}${name}`}
                class="input num"
                inputMode="numeric"
                placeholder={known === undefined ? '' : formatNumber(known)}
                value={draft[name]}
                onInput={(event) => set({ [name]: event.currentTarget.value })}
              />
              {source(name)}
            </div>
          );
        })}
        {FLAGS.map((name) => (
          <div key={name} class="field">
            <label for={`${id}${name}`}>{t(`figures.${name}`)}</label>
            <select
              id={`${id}${name}`}
              class="input"
              value={draft[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            >
              <option value="">{t(found[name] ? 'figures.found.yes' : 'figures.found.no')}</option>
              <option value="true">{t('figures.yes')}</option>
              <option value="false">{t('figures.no')}</option>
            </select>
            {source(name)}
          </div>
        ))}
        {(['priceIn', 'priceOut'] as const).map((name) => {
          const known = found.price?.[name === 'priceIn' ? 'input' : 'output'];
          return (
            <div key={name} class="field">
              <label for={`${id}${name}`}>{t(`figures.${name}`)}</label>
              <input
                id={`${id}${name}`}
                class="input num"
                inputMode="decimal"
                placeholder={known === undefined ? '' : formatUsd(known)}
                value={draft[name]}
                onInput={(event) => set({ [name]: event.currentTarget.value })}
              />
              {source('price')}
            </div>
          );
        })}
      </div>
      {figures.setsWindow ? <Loaded account={account} model={model} /> : null}
      <div class="acts">
        <button type="submit" class="btn">
          {t('figures.save')}
        </button>
        <button
          type="button"
          class="btn plain"
          disabled={Object.keys(word).length === 0}
          onClick={() => save(undefined)}
        >
          {t('figures.back')}
        </button>
        <span class="quiet" role="status">
          {wrong ? t('figures.wrong') : ''}
        </span>
      </div>
    </form>
  );
}

export function Figures(): VNode | null {
  const { app } = useUi();
  const models = useModels();
  const id = useId();
  const [name, setName] = useState('');
  const [figures, setFigures] = useState<ModelFigures | undefined>(undefined);
  const [round, setRound] = useState(0);
  const [said, setSaid] = useState(false);
  const chosen = app.models.value.find((model) => model.name === name);
  const account = chosen?.account;
  const model = name.slice(name.indexOf('/') + 1);
  useEffect(() => {
    let gone = false;
    setFigures(undefined);
    if (account !== undefined)
      void models.figures(account, model).then((seen) => {
        if (!gone && !('code' in seen)) setFigures(seen);
      });
    return () => {
      gone = true;
    };
  }, [name, round]);
  if (app.accounts.value.length === 0) return null;
  return (
    <section>
      <header>
        <h2>{t('figures.title')}</h2>
        <p>{t('figures.what')}</p>
      </header>
      <div class="narrow">
        <div class="field">
          <label for={id}>{t('figures.model')}</label>
          <select
            id={id}
            class="input"
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setSaid(false);
            }}
          >
            <option value="">{t('fallbacks.choose')}</option>
            {app.accounts.value.map((one) => (
              <optgroup key={one.id} label={one.label}>
                {one.models.map((row) => (
                  <option key={row.name} value={row.name}>
                    {row.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
      </div>
      {figures === undefined || account === undefined ? null : (
        <Form
          key={`${name} ${round}`}
          account={account}
          model={model}
          figures={figures}
          onSaved={() => {
            setRound(round + 1);
            setSaid(true);
          }}
        />
      )}
      <p class="quiet" role="status">
        {said ? t('figures.saved') : ''}
      </p>
    </section>
  );
}
