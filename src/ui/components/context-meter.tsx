// How full the model's window is, by part.

import type { VNode } from 'preact';
import type { ContextStatus } from '../../engine/events.ts';
import { formatTokens } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { Popover } from './popover.tsx';
import { Meter } from './ring.tsx';

export function ContextMeter({ context }: { readonly context: ContextStatus }): VNode {
  const { systemTokens, toolTokens, historyTokens, window } = context;
  const parts = [
    [t('context.system'), systemTokens],
    [t('context.tools'), toolTokens],
    [t('context.history'), historyTokens],
  ] as const;
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
