// Search inside the messages of all sessions: hits come in as they are found; arrow keys choose, Enter goes there.

import { Archive, Search } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { USER } from '../../engine/ids.ts';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { SearchHit } from '../../protocol/host.ts';
import { useUi } from '../context.ts';
import { formatMoment } from '../i18n/format.ts';
import { failureText } from '../i18n/text.ts';
import { t } from '../i18n/later.ts';
import { titleOf } from '../names.ts';
import { Icon } from './icon.tsx';
import { Modal } from './sheet.tsx';

/** So long a pause of the fingers is the end of a word. */
const PAUSE_MS = 160;

interface Found {
  readonly question: string;
  readonly hits: readonly SearchHit[];
  readonly over: boolean;
  readonly failed?: Failure;
}

const NOTHING: Found = { question: '', hits: [], over: true };

function useFound(question: string): Found {
  const { shelf } = useUi();
  const [found, setFound] = useState<Found>(NOTHING);
  useEffect(() => {
    if (question === '') {
      setFound(NOTHING);
      return;
    }
    let wanted = true;
    const look = async (): Promise<void> => {
      let hits: readonly SearchHit[] = [];
      let drawn = 0;
      for await (const hit of await shelf.search(question)) {
        if (!wanted) return;
        hits = [...hits, hit];
        // The first ones at once, then no more often than they can be drawn.
        if (hits.length > 5 && performance.now() - drawn < 50) continue;
        drawn = performance.now();
        setFound({ question, hits, over: false });
      }
      if (wanted) setFound({ question, hits, over: true });
    };
    const timer = setTimeout(() => {
      look().catch((error: unknown) => {
        if (wanted) setFound({ question, hits: [], over: true, failed: asFailure(error, 'wire-lost') });
      });
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [question]);
  return found;
}

export function Snippet({ snippet, marks }: Pick<SearchHit, 'snippet' | 'marks'>): VNode {
  const pieces: (VNode | string)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    pieces.push(snippet.slice(at, from), <mark key={from}>{snippet.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <span class="snippet" dir="auto">
      {pieces}
      {snippet.slice(at)}
    </span>
  );
}

function Hit({
  hit,
  id,
  chosen,
  first,
  onPick,
  onPoint,
}: {
  readonly hit: SearchHit;
  readonly id: string;
  readonly chosen: boolean;
  readonly first: boolean;
  readonly onPick: () => void;
  readonly onPoint: () => void;
}): VNode {
  return (
    <>
      {first ? (
        <div class="of" role="presentation">
          <b dir="auto">{titleOf(hit)}</b>
          {hit.archived ? (
            <span class="tag">
              <Icon of={Archive} small />
              {t('search.archived')}
            </span>
          ) : null}
        </div>
      ) : null}
      <div
        id={id}
        class="hit"
        role="option"
        aria-selected={chosen}
        {...(chosen
          ? { ref: (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' }) }
          : {})}
        onPointerMove={onPoint}
        onClick={onPick}
      >
        <Snippet {...hit} />
        <small>
          {hit.by === USER ? t('room.you') : t('search.agent')}
          {', '}
          {formatMoment(hit.at)}
          <span class="sr">
            {', '}
            {hit.title}
          </span>
        </small>
      </div>
    </>
  );
}

function said({ question, hits, over, failed }: Found): string {
  if (failed !== undefined) return failureText(failed);
  if (question === '') return t('search.hint');
  if (!over) return t('search.looking');
  return hits.length === 0 ? t('search.none', { question }) : t('search.found', { n: hits.length });
}

export function SearchSheet({ question: given }: { readonly question: string }): VNode {
  const { shelf } = useUi();
  const id = useId();
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState(0);
  const question = text.trim();
  const found = useFound(question);
  const { hits } = found;
  const at = Math.min(chosen, hits.length - 1);
  const hit = hits[at];
  // A mouse that only lies there chooses nothing when the list moves under it.
  const keyed = useRef(0);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing || event.keyCode === 229) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (next !== undefined) {
      keyed.current = performance.now();
      setChosen(Math.min(Math.max(next, 0), Math.max(hits.length - 1, 0)));
    } else if (event.key === 'Enter') {
      // What stands there must be of what was typed.
      if (hit !== undefined && found.question === question) shelf.jump(hit, question);
    } else return;
    event.preventDefault();
  };
  return (
    <Modal class="sheet search" label={t('search.name')} onClose={shelf.close}>
      <div class="query">
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          list={undefined}
          aria-label={t('search.name')}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          {...(hit === undefined ? {} : { 'aria-activedescendant': `${id}-${at}` })}
          placeholder={t('search.what')}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={text}
          ref={(input) => {
            if (input !== null && document.activeElement !== input) input.focus();
          }}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-hits`} class="hits" role="listbox" aria-label={t('search.hits')}>
        {hits.map((one, index) => (
          <Hit
            key={`${one.session} ${one.seq}`}
            hit={one}
            id={`${id}-${index}`}
            chosen={index === at}
            first={hits[index - 1]?.session !== one.session}
            onPick={() => shelf.jump(one, question)}
            onPoint={() => {
              if (performance.now() - keyed.current > 300) setChosen(index);
            }}
          />
        ))}
      </div>
      <p class="foot" role="status">
        {said(found)}
      </p>
    </Modal>
  );
}
