// The limits of a run.

import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Settings } from '../../features/settings.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';

interface Draft {
  readonly usd: string;
  readonly tokens: string;
  readonly toolCalls: string;
  readonly minutes: string;
  readonly turns: string;
}

const FIELDS = [
  ['usd', 'budgets.usd'],
  ['tokens', 'budget.tokens'],
  ['toolCalls', 'budget.toolCalls'],
  ['minutes', 'budgets.minutes'],
  ['turns', 'budgets.turns'],
] as const;

function draftOf({ runBudget, maxTurns }: Settings): Draft {
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return {
    usd: text(runBudget.usd),
    tokens: text(runBudget.tokens),
    toolCalls: text(runBudget.toolCalls),
    minutes: text(runBudget.wallMs === undefined ? undefined : runBudget.wallMs / 60_000),
    turns: text(maxTurns),
  };
}

/** Undefined where a limit is no number above zero, or the steps are not whole and at most 1000. */
function settingsOf(draft: Draft): Pick<Settings, 'runBudget' | 'maxTurns'> | undefined {
  const [usd, tokens, toolCalls, minutes, turns] = [
    draft.usd,
    draft.tokens,
    draft.toolCalls,
    draft.minutes,
    draft.turns,
  ].map((text) => Number(text.replace(',', '.')));
  const all = [usd, tokens, toolCalls, minutes, turns];
  if (
    usd === undefined ||
    tokens === undefined ||
    toolCalls === undefined ||
    minutes === undefined ||
    turns === undefined
  )
    return undefined;
  if (!all.every((value) => value !== undefined && Number.isFinite(value) && value > 0)) return undefined;
  if (!Number.isInteger(turns) || turns > 1000) return undefined;
  return { runBudget: { usd, tokens, toolCalls, wallMs: minutes * 60_000 }, maxTurns: turns };
}

function Form({ settings }: { readonly settings: Settings }): VNode {
  const { app } = useUi();
  const id = useId();
  const [draft, setDraft] = useState(draftOf(settings));
  const [said, setSaid] = useState<'saved' | 'wrong' | undefined>(undefined);
  return (
    <form
      class="narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = settingsOf(draft);
        if (wanted === undefined) setSaid('wrong');
        else void app.saveSettings(wanted).then(() => setSaid('saved'));
      }}
    >
      {FIELDS.map(([name, label]) => (
        <div key={name} class="field">
          <label for={`${id}${name}`}>{t(label)}</label>
          <input
            id={`${id}${name}`}
            class="input num"
            inputMode="decimal"
            value={draft[name]}
            onInput={(event) => {
              setDraft({ ...draft, [name]: event.currentTarget.value });
              setSaid(undefined);
            }}
          />
          {name === 'turns' ? <small>{t('budgets.turns.help')}</small> : null}
        </div>
      ))}
      <div class="acts">
        <button type="submit" class="btn">
          {t('budgets.save')}
        </button>
        <span class="quiet" role="status">
          {said === undefined ? '' : t(said === 'saved' ? 'budgets.saved' : 'budgets.wrong')}
        </span>
      </div>
    </form>
  );
}

export function BudgetsPage(): VNode {
  const { app } = useUi();
  const settings = app.settings.value;
  return (
    <section>
      <header>
        <h2>{t('budgets.title')}</h2>
        <p>{t('budgets.what')}</p>
      </header>
      {settings === undefined ? null : <Form settings={settings} />}
    </section>
  );
}
