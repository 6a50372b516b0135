// An approval, where the action would be: everything it allows, in full; the answers that may be given. It takes the
// keyboard only from someone who is not typing, and not at once, so that a word meant for the composer allows nothing.

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApprovalAnswer, ApprovalRequest } from '../../engine/events.ts';
import { useRoom, useUi } from '../context.ts';
import { formatElapsed } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { workspaceOf } from '../state/app.ts';
import { now } from '../state/clock.ts';
import { useApprovalKeys } from './approval-keys.ts';
import { StateShape } from './icon.tsx';
import { Diff, useCanDiff } from './lines.tsx';
import { Plainly } from './unseen.tsx';

interface ApprovalProps {
  readonly request: ApprovalRequest;
  readonly agent: string;
  readonly askedAt?: number;
  /** The one that waits longest has the keyboard. */
  readonly first: boolean;
}

function title({ tool, effect }: ApprovalRequest, agent: string): string {
  if (tool === 'edit_file') return t('ask.edit', { agent });
  if (tool === 'write_file') return t('ask.write', { agent });
  if (effect === 'network') return t('ask.network', { agent });
  if (effect === 'execute') return t('ask.execute', { agent });
  return t('ask.other', { agent, tool });
}

function Action({ request }: { readonly request: ApprovalRequest }): VNode {
  const { preview, targets, tool, input } = request;
  if (preview?.type === 'file') {
    return (
      <>
        <p class="what">
          <code>
            <Plainly text={preview.path} />
          </code>
          {preview.before === null ? <span>{t('ask.new')}</span> : null}
        </p>
        <div class="full">
          <Diff path={preview.path} before={preview.before} after={preview.after} />
        </div>
      </>
    );
  }
  const text = preview?.type === 'text' ? preview.text : `${tool} ${JSON.stringify(input, null, 2)}`;
  return (
    <>
      {targets.length === 0 ? null : (
        <p class="what">
          {targets.map(({ kind, value }) => (
            <code key={`${kind} ${value}`}>
              <Plainly text={value} />
            </code>
          ))}
        </p>
      )}
      <pre tabIndex={0}>
        <Plainly text={text} />
      </pre>
    </>
  );
}

export function Approval({ request, agent, askedAt, first }: ApprovalProps): VNode {
  const { app, folders } = useUi();
  const { room } = useRoom();
  const card = useRef<HTMLElement>(null);
  const [answered, setAnswered] = useState(false);
  /** Which request was answered: a second press comes before the buttons are off. */
  const given = useRef<string | undefined>(undefined);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const reads = useCanDiff() || request.preview?.type !== 'file';
  const irreversible = request.reason === 'irreversible';
  const give = (answer: ApprovalAnswer): void => {
    if (given.current === request.approvalId || !reads) return;
    given.current = request.approvalId;
    setAnswered(true);
    void (answer.type === 'allow' ? mayWrite() : Promise.resolve(true))
      .then((may) => (may ? room.answer(request, answer) : false))
      .then((taken) => {
        if (taken) return;
        given.current = undefined;
        setAnswered(false);
      });
  };
  /** Consent to a write is the press at which the browser is asked for it; where it says no, the card stays. */
  const mayWrite = async (): Promise<boolean> => {
    const workspace = workspaceOf(app.workspaces.value, room.setup.value.workspace);
    if (request.effect !== 'write' || workspace?.kind !== 'folder' || workspace.access !== 'write')
      return true;
    return (await folders.load()).grant(workspace.id, 'readwrite');
  };
  const deny = (): void => {
    const why = reason?.trim() ?? '';
    give({ type: 'deny', by: 'person', ...(why === '' ? {} : { reason: why }) });
  };
  useApprovalKeys(card, { active: first && !answered && reads, irreversible, onDeny: deny });
  useEffect(() => setAnswered(false), [request.approvalId]);
  const allow = (scope: 'once' | 'run' | 'always'): void => give({ type: 'allow', scope });
  const off = answered || !reads;
  const may = (scope: 'run' | 'always'): boolean => request.scopes.includes(scope);
  return (
    <section ref={card} class="ask" role="group" aria-label={t('ask.name')} tabIndex={-1}>
      <header>
        <StateShape shape="waiting" />
        {title(request, agent)}
        {askedAt === undefined ? null : <time>{formatElapsed(now.value - askedAt)}</time>}
      </header>
      <Action request={request} />
      <p>{t(`ask.because.${request.reason}`)}</p>
      {may('always') && request.rule !== undefined ? (
        <small>
          {request.rule.target === undefined
            ? t('ask.rule.tool', { tool: request.rule.tool })
            : t('ask.rule.target', { tool: request.rule.tool, target: request.rule.target })}
        </small>
      ) : null}
      <div class="acts">
        <button
          type="button"
          class={`btn${irreversible ? '' : ' primary'}`}
          disabled={off}
          data-default={irreversible ? undefined : ''}
          onClick={() => allow('once')}
        >
          {t('ask.once')}
          {irreversible ? null : <kbd aria-hidden="true">⏎</kbd>}
        </button>
        {may('run') ? (
          <button type="button" class="btn" disabled={off} onClick={() => allow('run')}>
            {t('ask.run')}
          </button>
        ) : null}
        {may('always') ? (
          <button type="button" class="btn" disabled={off} onClick={() => allow('always')}>
            {t('ask.always')}
          </button>
        ) : null}
        <button type="button" class="btn plain" disabled={answered} onClick={deny}>
          {t('ask.deny')}
          <kbd aria-hidden="true">Esc</kbd>
        </button>
        {reason === undefined ? (
          <button type="button" class="btn plain say" disabled={answered} onClick={() => setReason('')}>
            {t('ask.reason')}
          </button>
        ) : null}
      </div>
      {reason === undefined ? null : (
        <div class="why">
          <input
            class="input"
            aria-label={t('ask.reason.label')}
            placeholder={t('ask.reason.label')}
            dir="auto"
            value={reason}
            ref={(input) => input?.focus()}
            onInput={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.isComposing) return;
              if (event.key === 'Enter') deny();
              else if (event.key === 'Escape') {
                event.stopPropagation();
                setReason(undefined);
                card.current?.focus({ preventScroll: true });
              }
            }}
          />
        </div>
      )}
    </section>
  );
}
