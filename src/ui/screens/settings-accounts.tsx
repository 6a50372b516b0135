// The accounts in the order in which they are asked: moved by dragging or with the arrow keys, tested with the doctor's
// word, removed after a question.

import { ClipboardPaste, GripVertical, Lock, PlugZap } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AccountView } from '../../protocol/host.ts';
import { accountTitle } from '../components/account-title.ts';
import { Doctor } from '../components/doctor.tsx';
import { Icon, State } from '../components/icon.tsx';
import { InPageModels } from '../components/in-page-models.tsx';
import { Pulls } from '../components/pulls.tsx';
import { Confirm } from '../components/sheet.tsx';
import { useUi } from '../context.ts';
import { formatElapsed } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText } from '../i18n/text.ts';
import { useModels } from '../late.ts';
import { now } from '../state/clock.ts';
import type { Checkup } from '../state/models.ts';

function Verdict({
  account,
  checkup,
}: {
  readonly account: AccountView;
  readonly checkup: Checkup | undefined;
}): VNode {
  const { rest } = account;
  if (checkup?.state === 'testing') return <State of="running" word={t('accounts.testing')} />;
  const left = rest === undefined ? 0 : rest.until - now.value;
  if (rest !== undefined && left > 0) {
    return (
      <span class="why">
        <State of="interrupted" word={t('accounts.rests', { time: formatElapsed(left + 999) })} />
        <span class="quiet">{failureText({ code: rest.cause })}</span>
      </span>
    );
  }
  if (checkup === undefined) return <span class="quiet">{t('accounts.untested')}</span>;
  if (checkup.state === 'failed') {
    return (
      <span class="why">
        <State of="failed" />
        <span class="quiet">
          {[failureText(checkup.failure), remedyText(checkup.failure) ?? ''].join(' ').trim()}
        </span>
      </span>
    );
  }
  return checkup.diagnosis.cause === 'fine' ? (
    <State of="done" word={t('accounts.works')} />
  ) : (
    <State of="failed" word={t('accounts.trouble')} />
  );
}

interface RowProps {
  readonly account: AccountView;
  readonly at: number;
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
  readonly onDrag: (at: number | undefined) => void;
  readonly onDrop: (at: number) => void;
}

function Row({ account, at, count, onMove, onDrag, onDrop }: RowProps): VNode {
  const { connect } = useUi();
  const models = useModels();
  const [asks, setAsks] = useState(false);
  const [gripped, setGripped] = useState(false);
  const { id, baseUrl, hasKey, signedIn, pulls, inPage } = account;
  const label = accountTitle(account);
  const checkup = models.checkups.value.get(id);
  const diagnosis = checkup?.state === 'told' ? checkup.diagnosis : undefined;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLButtonElement>): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onMove(at, at + step);
  };
  return (
    <li
      class="account"
      draggable={gripped}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', label);
        onDrag(at);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(at);
      }}
      onDragEnd={() => {
        setGripped(false);
        onDrag(undefined);
      }}
    >
      <button
        type="button"
        class="handle"
        aria-label={t('accounts.move', { label, n: at + 1, of: count })}
        onPointerDown={() => setGripped(true)}
        onPointerUp={() => setGripped(false)}
        onKeyDown={onKeyDown}
      >
        <Icon of={GripVertical} />
      </button>
      <div class="what">
        <b>{label}</b>
        <span class="quiet">
          {inPage === true ? t('inPage.nowhere') : <code>{baseUrl}</code>},{' '}
          {t('connect.models', { n: account.models.length })}
          {inPage === true
            ? null
            : `, ${t(signedIn === true ? 'accounts.signedIn' : hasKey ? 'accounts.key' : 'accounts.noKey')}`}
        </span>
      </div>
      <div class="verdict" aria-live="polite">
        {/* There is no server to test; whether the model is here stands below. */}
        {inPage === true ? null : <Verdict account={account} checkup={checkup} />}
      </div>
      <div class="does">
        {inPage === true ? null : (
          <button
            type="button"
            class="btn plain small"
            disabled={checkup?.state === 'testing'}
            onClick={() => void models.test(id)}
          >
            {t('accounts.test')}
          </button>
        )}
        <button type="button" class="btn plain small danger" onClick={() => setAsks(true)}>
          {t('accounts.remove')}
        </button>
      </div>
      {diagnosis === undefined || diagnosis.cause === 'fine' ? null : (
        <Doctor
          diagnosis={diagnosis}
          label={label}
          system={models.system.value}
          onSystem={(system) => models.useSystem(system, id)}
        >
          <div class="acts">
            <button type="button" class="btn small" onClick={() => void models.test(id)}>
              {t('doctor.again')}
            </button>
            {diagnosis.cause === 'wrong-key' || diagnosis.cause === 'key-missing' ? (
              <button type="button" class="btn small" onClick={() => connect.renew(account)}>
                {t(signedIn === true ? 'accounts.signInAgain' : 'accounts.newKey')}
              </button>
            ) : null}
          </div>
        </Doctor>
      )}
      {inPage === true ? (
        <div class="fetch">
          <InPageModels account={account} />
        </div>
      ) : null}
      {pulls === true ? (
        <details class="fetch">
          <summary>{t('pull.title')}</summary>
          <Pulls account={id} />
        </details>
      ) : null}
      {asks ? (
        <Confirm
          title={t('accounts.remove.ask', { label })}
          what={t('accounts.remove.what')}
          yes={t('accounts.remove')}
          onYes={() => void models.remove(id)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </li>
  );
}

export function Accounts(): VNode {
  const { app, connect } = useUi();
  const models = useModels();
  const dragged = useRef<number | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const accounts = app.accounts.value;
  const move = (from: number, to: number): void => {
    const ids = accounts.map(({ id }) => id);
    const [id] = ids.splice(from, 1);
    if (id === undefined || to < 0 || to >= accounts.length) return;
    ids.splice(to, 0, id);
    void models.arrange(ids).then(() => {
      const grips = list.current?.querySelectorAll<HTMLElement>('.handle');
      requestAnimationFrame(() => grips?.[to]?.focus());
    });
  };
  return (
    <section>
      <header>
        <h2>{t('accounts.title')}</h2>
        <p>{t('accounts.what')}</p>
      </header>
      <ol class="accounts" ref={list}>
        {accounts.map((account, at) => (
          <Row
            key={account.id}
            account={account}
            at={at}
            count={accounts.length}
            onMove={move}
            onDrag={(from) => {
              dragged.current = from;
            }}
            onDrop={(to) => {
              if (dragged.current !== undefined && dragged.current !== to) move(dragged.current, to);
            }}
          />
        ))}
        <li class="account">
          <span />
          <div class="what">
            <b>{t('model.rehearsal')}</b>
            <span class="quiet">{t('accounts.builtIn')}</span>
          </div>
          <div class="verdict">
            <State of="done" word={t('accounts.offline')} />
          </div>
          <span />
        </li>
      </ol>
      <div class="acts">
        <button type="button" class="btn" onClick={() => connect.open()}>
          <Icon of={PlugZap} />
          {t('connect.title')}
        </button>
        <button type="button" class="btn plain" onClick={() => connect.open('env')}>
          <Icon of={ClipboardPaste} />
          {t('connect.env')}
        </button>
        <span class="quiet push">
          <Icon of={Lock} small />
          {t('accounts.encrypted')}
        </span>
      </div>
      <p class="quiet caps">{t('accounts.caps', { each: 4, all: 10 })}</p>
    </section>
  );
}
