// The request inspector (F5): what one model call sent and got, as it was on the wire. Keys were masked before anything
// was kept. Loaded when it is opened.

import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { TurnId } from '../../engine/ids.ts';
import type { HeaderLine, KeptCall } from '../../protocol/host.ts';
import { useRoom } from '../context.ts';
import { asCurl } from '../curl.ts';
import { formatBytes, formatMoment, formatMs, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { failureText } from '../i18n/text.ts';
import { useModels } from '../late.ts';
import { CopyButton } from './copy-button.tsx';
import { Sheet } from './sheet.tsx';
import '../styles/models.css';

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).byteLength;

function Headers({ lines }: { readonly lines: readonly HeaderLine[] }): VNode {
  return (
    <pre dir="ltr" tabIndex={0} aria-label={t('call.headers')}>
      {lines.map(([name, value]) => `${name}: ${value}`).join('\n')}
    </pre>
  );
}

function Call({ call }: { readonly call: KeptCall }): VNode {
  const body = useMemo(() => pretty(call.body), [call]);
  return (
    <>
      <section>
        <div class="bar">
          <h3>{t('call.request')}</h3>
          <CopyButton text={asCurl(call)} name={t('call.curl')} />
          <CopyButton text={call.body} name={t('call.copyBody')} />
        </div>
        <p class="address" dir="ltr">
          <b>{call.method}</b> {call.url}
        </p>
        <p class="quiet">{t('call.masked')}</p>
        <Headers lines={call.headers} />
        <pre dir="ltr" tabIndex={0} aria-label={t('call.request')}>
          {body}
        </pre>
        {call.bodyLeft === undefined ? null : <p class="quiet">{t('call.bodyLeft', { n: call.bodyLeft })}</p>}
      </section>
      <section>
        <div class="bar">
          <h3>
            {t('call.answer')} {call.status === undefined ? null : <span class="num">{call.status}</span>}
          </h3>
          {call.answer === '' ? null : <CopyButton text={call.answer} name={t('call.copyAnswer')} />}
        </div>
        <p class="quiet">
          {[t(`call.end.${call.end}`), formatMs(call.ms), formatBytes(sizeOf(call.answer))].join(' · ')}
        </p>
        {call.answerHeaders.length === 0 ? null : <Headers lines={call.answerHeaders} />}
        {call.answer === '' ? null : (
          <pre dir="ltr" tabIndex={0} aria-label={t('call.answer')}>
            {call.answer}
          </pre>
        )}
      </section>
    </>
  );
}

export function CallSheet({ turn, onClose }: { readonly turn: TurnId; readonly onClose: () => void }): VNode {
  const models = useModels();
  const { session } = useRoom();
  const [calls, setCalls] = useState<readonly KeptCall[] | Failure | undefined>(undefined);
  const [at, setAt] = useState<number | undefined>(undefined);
  useEffect(() => {
    models
      .readCalls(session, turn)
      .catch((error: unknown) => asFailure(error, 'wire-lost'))
      .then(setCalls, () => undefined);
  }, [turn]);
  const list = calls === undefined || 'code' in calls ? [] : calls;
  const place = at ?? list.length - 1;
  const call = list[place];
  return (
    <Sheet title={t('call.title')} onClose={onClose}>
      <div class="call">
        {calls === undefined ? (
          <section>
            <p role="status">{t('call.loading')}</p>
          </section>
        ) : 'code' in calls ? (
          <section>
            <p role="alert">{failureText(calls)}</p>
          </section>
        ) : call === undefined ? (
          <section>
            <p>{t('call.gone')}</p>
          </section>
        ) : (
          <>
            <section>
              <p class="quiet num">{formatMoment(call.at)}</p>
              {list.length > 1 ? (
                <div class="seg" role="group" aria-label={t('call.attempts')}>
                  {list.map((one, number) => (
                    <label key={`${one.at}`}>
                      <input
                        class="sr"
                        type="radio"
                        name="attempt"
                        checked={number === place}
                        onChange={() => setAt(number)}
                      />
                      {formatNumber(number + 1)}
                    </label>
                  ))}
                </div>
              ) : null}
            </section>
            <Call key={place} call={call} />
          </>
        )}
      </div>
    </Sheet>
  );
}
