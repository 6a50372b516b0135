// The command palette: sessions and commands by a few letters. A combobox over a list of options; the keyboard stays in
// its text field.

import { CornerDownLeft, MessageSquare } from 'lucide-preact';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { best } from '../command-search.ts';
import { useUi } from '../context.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { titleOf } from '../names.ts';
import { COMMAND_GROUPS } from '../state/commands.ts';
import { go } from '../state/router.ts';
import type { Ui } from '../state/ui.ts';
import { Icon } from './icon.tsx';
import { Keys } from './shortcuts.tsx';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly more?: string;
  readonly keys?: string;
  readonly run: () => void;
}

interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Without a question: those one was in last. */
const RECENT = 5;
const MOST = 30;

function groupsOf({ app, commands, shelf }: Ui, question: string): readonly Group[] {
  const sessions = app.sessions.value.filter(({ archived }) => archived !== true);
  const open = question.trim() === '';
  const found = best(
    question,
    open ? sessions.slice(0, RECENT) : sessions,
    ({ title }) => ({ title, more: t('rail.sessions') }),
    MOST,
  );
  const offered = commands.all.value.filter(({ id, when }) => id !== 'palette' && when?.() !== false);
  const groups: Group[] = COMMAND_GROUPS.map((group) => ({
    name: t(`command.group.${group}`),
    rows: best(
      question,
      offered.filter((command) => command.group === group),
      ({ title, words }) => ({ title: title(), more: `${t(`command.group.${group}`)} ${words?.() ?? ''}` }),
      MOST,
    ).map(({ id, title, keys, run }) => ({
      id,
      title: title(),
      run,
      ...(keys === undefined ? {} : { keys }),
    })),
  }));
  const sessionRows = found.map(({ session, title, updatedAt }) => ({
    id: session,
    title: titleOf({ title }),
    more: formatMoment(updatedAt),
    run: () => go({ type: 'session', session }),
  }));
  // What was said is found elsewhere; the way there is always the last one.
  const messages = {
    id: 'search-for',
    title: t('command.searchFor', { words: question.trim() }),
    run: () => shelf.openSearch(question.trim()),
  };
  const all = [
    { name: t('rail.sessions'), rows: sessionRows },
    ...groups,
    { name: t('command.group.messages'), rows: open ? [] : [messages] },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

export function Palette({ onClose }: { readonly onClose: () => void }): VNode {
  const ui = useUi();
  const id = useId();
  const [question, setQuestion] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const groups = groupsOf(ui, question);
  const rows = groups.flatMap((group) => group.rows);
  const current = rows[Math.min(at, rows.length - 1)];
  const optionId = (row: Row): string => `${id}-${rows.indexOf(row)}`;

  useEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (row: Row): void => {
    onClose();
    row.run();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing || event.keyCode === 229) return;
    const last = rows.length - 1;
    // From where it stands then: keys may come faster than it is drawn.
    const next = {
      ArrowDown: (now: number) => (now >= last ? 0 : now + 1),
      ArrowUp: (now: number) => (now === 0 ? last : Math.min(now, last) - 1),
      PageDown: (now: number) => Math.min(last, now + 8),
      PageUp: (now: number) => Math.max(0, now - 8),
    }[event.key];
    if (next !== undefined && rows.length > 0) setAt(next);
    else if (event.key === 'Enter' && current !== undefined) choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('command.find')}
        aria-expanded={rows.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(current === undefined ? {} : { 'aria-activedescendant': optionId(current) })}
        placeholder={t('command.find')}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        value={question}
        onInput={(event) => {
          setQuestion(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('command.palette')} class="options">
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true">{group.name}</p>
            {group.rows.map((row) => (
              <div
                key={row.id}
                id={optionId(row)}
                role="option"
                aria-selected={row === current}
                class="option"
                onPointerMove={() => setAt(rows.indexOf(row))}
                onClick={() => choose(row)}
              >
                {row.more === undefined ? null : <Icon of={MessageSquare} />}
                <span class="cut" dir="auto">
                  {row.title}
                </span>
                {row.more === undefined ? null : <small>{row.more}</small>}
                {row.keys === undefined ? null : <Keys keys={row.keys} />}
                {row === current && row.keys === undefined ? <Icon of={CornerDownLeft} turns /> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" class="sr">
        {t('command.found', { n: rows.length })}
      </p>
    </>
  );
}
