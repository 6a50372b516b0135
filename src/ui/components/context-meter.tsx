// How full the model's window is, by part.

import type { VNode } from 'preact';
import type { ContextStatus } from '../../engine/events.ts';
import type { RulesView } from '../../features/sessions/fold.ts';
import { formatTokens } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { joined } from '../i18n/text.ts';
import { Popover } from './popover.tsx';
import { Meter } from './ring.tsx';

interface ContextMeterProps {
  readonly context: ContextStatus;
  /** What of it project rules are. */
  readonly rules: readonly RulesView[];
}

export function ContextMeter({ context, rules }: ContextMeterProps): VNode {
  const { systemTokens, toolTokens, historyTokens, window } = context;
  const sum = (place: RulesView['place']): number =>
    rules.reduce((tokens, rule) => tokens + (rule.place === place ? rule.tokens : 0), 0);
  const inPrompt = Math.min(systemTokens, sum('prompt'));
  const inHistory = Math.min(historyTokens, sum('result'));
  const paths = [...new Set(rules.map(({ path }) => path))];
  const parts: readonly (readonly [string, number])[] = [
    [t('context.system'), systemTokens - inPrompt],
    ...(rules.length === 0
      ? []
      : ([[t('context.rules', { paths: joined(paths) }), inPrompt + inHistory]] as const)),
    [t('context.tools'), toolTokens],
    [t('context.history'), historyTokens - inHistory],
  ];
  const total = systemTokens + toolTokens + historyTokens;
  const values = { used: formatTokens(total), window: formatTokens(window) };
  return (
    <Popover
      label={t('context.caption', values)}
      name={t('context.name', values)}
      buttonClass="context"
      class="budget"
      face={
        <>
          <span class="hide">{t('context.word')} </span>
          <span class="bar">
            {parts.map(([name, tokens]) => (
              <i key={name} style={{ '--w': `${Math.min(1, tokens / window) * 100}%` }} />
            ))}
          </span>
          <span class="num hide">{t('context.of', values)}</span>
        </>
      }
    >
      <table>
        <caption>{t('context.caption', values)}</caption>
        <tbody>
          {parts.map(([name, tokens]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="m">
                <Meter share={tokens / window} />
              </td>
              <td class="n num">{formatTokens(tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {context.windowKnown ? null : <p>{t('context.guessed')}</p>}
    </Popover>
  );
}
