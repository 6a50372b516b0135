// One tool call as a quiet line that opens to its arguments and result; an edit as its diff; reads in a row as one.

import { Files } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallView, ReadsView } from '../../features/sessions/fold.ts';
import { formatElapsed, formatMs } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { now } from '../state/clock.ts';
import { lineName, resultOf, targetOf, verbOf, wordsOf } from '../tool-words.ts';
import { CallChange } from './call-change.tsx';
import { Icon } from './icon.tsx';
import { memo } from './memo.ts';
import { Path } from './path.tsx';
import { Plainly } from './unseen.tsx';

function Target({ call }: { readonly call: CallView }): VNode | null {
  const target = targetOf(call);
  if (target === '') return null;
  const { isPath } = wordsOf(call.tool);
  return isPath && call.input['path'] === target ? (
    <Path of={target} />
  ) : (
    <code title={target}>
      <Plainly text={target} />
    </code>
  );
}

export function Counts({ added, removed }: { readonly added: number; readonly removed: number }): VNode {
  return (
    <>
      {added > 0 ? (
        <span class="plus">
          <span class="sr">{t('diff.added', { n: added })}</span>
          <span aria-hidden="true">{`+${added}`}</span>
        </span>
      ) : null}
      {removed > 0 ? (
        <span class="minus">
          <span class="sr">{t('diff.removed', { n: removed })}</span>
          <span aria-hidden="true">{`−${removed}`}</span>
        </span>
      ) : null}
    </>
  );
}

/** How long it took, or how long it has been running. */
function Time({ call }: { readonly call: CallView }): VNode | null {
  if (call.state === 'running' && call.startedAt !== undefined) {
    return <time>{formatElapsed(now.value - call.startedAt)}</time>;
  }
  return call.ms === undefined || call.state === 'denied' ? null : <time>{formatMs(call.ms)}</time>;
}

function Head({ call }: { readonly call: CallView }): VNode {
  const { icon } = wordsOf(call.tool);
  const result = resultOf(call);
  return (
    <>
      <Icon of={icon} />
      <b>{verbOf(call)}</b>
      <Target call={call} />
      {call.change === undefined || call.change.created ? null : <Counts {...call.change} />}
      {result === '' ? null : (
        <span class="result cut" dir="auto">
          {result}
        </span>
      )}
      <Time call={call} />
    </>
  );
}

const BAD = new Set(['failed', 'denied', 'interrupted']);

function Details({ call }: { readonly call: CallView }): VNode {
  const reason = call.answer?.type === 'deny' ? call.answer.reason : undefined;
  const text = call.result?.text ?? '';
  return (
    <div class="inside">
      {reason === undefined || reason === '' ? null : (
        <>
          <h4>{t('tool.reason')}</h4>
          <p dir="auto">{reason}</p>
        </>
      )}
      {call.change === undefined ? (
        <>
          <h4>{t('tool.arguments')}</h4>
          <div class="said" tabIndex={0} dir="ltr">
            <Plainly
              text={call.argumentsText === '' ? JSON.stringify(call.input, null, 2) : call.argumentsText}
            />
          </div>
        </>
      ) : (
        <CallChange call={call} />
      )}
      {text === '' || call.change !== undefined ? null : (
        <>
          <h4>{t('tool.result')}</h4>
          <div class="said" tabIndex={0} dir="auto">
            <Plainly text={text} />
          </div>
        </>
      )}
    </div>
  );
}

/** Not a call yet, or not begun: a line without a name of its own. */
function Coming({ call }: { readonly call: CallView }): VNode {
  const { icon } = wordsOf(call.tool);
  return (
    <div class="call live coming">
      <div class="line">
        <Icon of={icon} />
        <b>{t(call.state === 'writing' ? 'tool.prepares' : 'tool.next')}</b>
        <Target call={call} />
      </div>
    </div>
  );
}

/** An edit that went through stands in the log as what it changed. */
export function isDiff(call: CallView): boolean {
  return call.tool === 'edit_file' && call.change !== undefined && call.state === 'done';
}

export const ToolLine = memo(({ call }: { readonly call: CallView }): VNode => {
  const [open, setOpen] = useState(false);
  if (call.state === 'writing' || call.state === 'queued' || call.state === 'blocked')
    return <Coming call={call} />;
  if (isDiff(call)) {
    return (
      <div class="diff" role="group" aria-label={lineName(call)}>
        <div class="cap">
          <Head call={call} />
        </div>
        <CallChange call={call} />
      </div>
    );
  }
  const bad = BAD.has(call.state) || call.state === 'unknown';
  return (
    <details
      class={`call${bad ? ' failed' : ''}${call.state === 'running' ? ' live' : ''}`}
      aria-label={lineName(call)}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Head call={call} />
      </summary>
      {open ? <Details call={call} /> : null}
    </details>
  );
});

export const ReadsLine = memo(({ reads }: { readonly reads: ReadsView }): VNode => {
  const [open, setOpen] = useState(false);
  const { calls } = reads;
  const paths = [...new Set(calls.map((call) => targetOf(call)))];
  const folders = [...new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))].filter(
    (path) => path !== '',
  );
  const lines = calls.reduce((sum, { result }) => sum + (result?.summary?.lines ?? 0), 0);
  const ms = calls.reduce((sum, call) => sum + (call.ms ?? 0), 0);
  const result = [...folders.slice(0, 3), ...(lines > 0 ? [t('tool.lines', { n: lines })] : [])].join(', ');
  return (
    <details
      class="call"
      aria-label={t('tool.reads', { n: calls.length })}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon of={Files} />
        <b>{t('tool.readFiles', { n: paths.length })}</b>
        {result === '' ? null : <span class="result cut">{result}</span>}
        <time>{formatMs(ms)}</time>
      </summary>
      {open ? (
        <div class="inside">
          <div class="calls">
            {calls.map((call) => (
              <ToolLine key={call.key} call={call} />
            ))}
          </div>
        </div>
      ) : null}
    </details>
  );
});
