// The fuel gauge: the largest used share of the run's budget as a ring; opens to every limit.

import type { VNode } from 'preact';
import type { Budget, BudgetFigures, BudgetLimitName } from '../../engine/budget.ts';
import type { RunView } from '../../features/sessions/fold.ts';
import { useUi } from '../context.ts';
import { formatElapsed, formatNumber, formatPercent, formatTokens, formatUsd } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { Popover } from './popover.tsx';
import { Meter, Ring } from './ring.tsx';

const ROWS = ['usd', 'tokens', 'toolCalls', 'wallMs'] as const;
const NOTHING: BudgetFigures = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };

export function amount(name: BudgetLimitName, value: number): string {
  switch (name) {
    case 'usd':
      return formatUsd(value);
    case 'tokens':
      return formatTokens(value);
    case 'toolCalls':
      return formatNumber(value);
    case 'wallMs':
      return formatElapsed(value);
  }
}

function share(name: BudgetLimitName, used: BudgetFigures, budget: Budget): number {
  const limit = budget[name];
  return limit === undefined || limit <= 0 ? 0 : used[name] / limit;
}

export function Fuel({ run }: { readonly run: RunView | undefined }): VNode | null {
  const { app } = useUi();
  const budget = run?.budget ?? app.settings.value?.runBudget;
  if (budget === undefined) return null;
  const used = run?.figures ?? NOTHING;
  const largest = Math.max(...ROWS.map((name) => share(name, used, budget)));
  const text = formatPercent(largest);
  return (
    <Popover
      label={t('budget.name')}
      name={t('budget.gauge', { share: text })}
      buttonClass="fuel"
      class="budget"
      face={
        <>
          <Ring share={largest} />
          {text}
        </>
      }
    >
      <table>
        <caption class="sr">{t('budget.name')}</caption>
        <tbody>
          {ROWS.map((name) => {
            const part = share(name, used, budget);
            const limit = budget[name];
            return (
              <tr key={name} class={part >= 0.7 ? 'hot' : ''}>
                <th scope="row">{t(`budget.${name}`)}</th>
                <td class="n num">{amount(name, used[name])}</td>
                <td class="of">
                  {limit === undefined ? '' : t('budget.of', { limit: amount(name, limit) })}
                </td>
                <td class="m">
                  <Meter share={part} ticks />
                </td>
                <td class="n num">{formatPercent(part)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="quiet">{t('budget.marks')}</p>
    </Popover>
  );
}
