// Completion in the message: `/` commands at its beginning, `#` files of the workspace, `@` participants. The keyboard
// stays in the text; which option is meant is told to assistive technology from there.

import { AtSign, FileText, SquareSlash } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { best } from '../command-search.ts';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { modelLabel } from '../names.ts';
import { Icon } from './icon.tsx';
import { Keys } from './shortcuts.tsx';
import '../styles/commands.css';

interface Choice {
  readonly id: string;
  readonly title: string;
  readonly more?: string;
  readonly keys?: string;
  /** What takes the place of the token; or what is done in its place. */
  readonly text?: string;
  readonly run?: () => void;
}

interface Token {
  readonly sign: '/' | '#' | '@';
  readonly question: string;
  readonly start: number;
  readonly end: number;
}

const MOST = 40;
/** Commands that lead to where one is. */
const HERE_ALREADY = new Set(['palette', 'write']);
const NAMES = { '/': 'complete.commands', '#': 'complete.files', '@': 'complete.participants' } as const;
const ICONS = { '/': SquareSlash, '#': FileText, '@': AtSign } as const;

/** What stands before the cursor, where it asks for completion. */
function tokenAt(text: string, cursor: number): Token | undefined {
  const [, sign, question = ''] = /(?:^|\s)([/#@])(\S*)$/.exec(text.slice(0, cursor)) ?? [];
  if (sign !== '/' && sign !== '#' && sign !== '@') return undefined;
  const start = cursor - question.length - 1;
  return sign === '/' && start > 0 ? undefined : { sign, question, start, end: cursor };
}

function useChoices(token: Token | undefined): readonly Choice[] {
  const { app, commands } = useUi();
  const { room, files } = useRoom();
  if (token === undefined) return [];
  const { sign, question } = token;
  const all = (): readonly Choice[] => {
    switch (sign) {
      case '/':
        return commands.all.value
          .filter(({ id, when }) => !HERE_ALREADY.has(id) && when?.() !== false)
          .map(({ id, title, keys, run }) => ({
            id: `/${id}`,
            title: title(),
            run,
            ...(keys === undefined ? {} : { keys }),
          }));
      case '#':
        return files.files.value
          .filter(({ kind }) => kind === 'file')
          .map(({ path }) => ({
            id: path,
            title: path.slice(path.lastIndexOf('/') + 1),
            more: path,
            text: /\s/.test(path) ? `"${path}"` : path,
          }));
      case '@': {
        const agent = modelLabel(app.models.value, room.setup.value.model);
        return [{ id: agent, title: agent, text: `@${agent}` }];
      }
    }
  };
  return best(question, all(), ({ id, title, more = '' }) => ({ title, more: `${id} ${more}` }), MOST);
}

interface CompletionProps {
  readonly box: HTMLTextAreaElement;
  readonly below: boolean;
  readonly onClose: () => void;
}

export function Completion({ box, below, onClose }: CompletionProps): VNode | null {
  const { composer } = useRoom();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const token = tokenAt(composer.text.value, box.selectionStart);
  const choices = useChoices(token);
  const now = Math.min(at, choices.length - 1);
  const current = choices[now];
  const question = token === undefined ? '' : token.sign + token.question;
  useEffect(() => setAt(0), [question]);

  const choose = ({ text, run }: Choice): void => {
    if (token === undefined) return;
    const before = box.value.slice(0, token.start);
    const after = box.value.slice(token.end);
    const put = text === undefined ? '' : after.startsWith(' ') ? text : `${text} `;
    onClose();
    composer.write(before + put + after);
    box.focus();
    queueMicrotask(() => {
      const cursor = before.length + put.length;
      box.setSelectionRange(cursor, cursor);
      run?.();
    });
  };

  // Before the composer's own keys: Enter takes the option then, and sends nothing.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.keyCode === 229 || current === undefined) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      // From where it stands then: keys may come faster than it is drawn.
      if (step !== undefined) setAt((was) => (was + step + choices.length) % choices.length);
      else if (event.key === 'Escape') onClose();
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(current);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    box.addEventListener('keydown', onKey, { capture: true });
    return () => box.removeEventListener('keydown', onKey, { capture: true });
  });
  useEffect(() => {
    box.addEventListener('blur', onClose);
    return () => box.removeEventListener('blur', onClose);
  }, []);

  const shown = current !== undefined;
  useLayoutEffect(() => {
    if (!shown) return;
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', `${id}-list`);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        box.removeAttribute(name);
    };
  }, [shown]);
  useLayoutEffect(() => {
    if (shown) box.setAttribute('aria-activedescendant', `${id}-${now}`);
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  if (token === undefined || !shown) return null;
  return (
    <div class={`completion${below ? ' below' : ''}`}>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t(NAMES[token.sign])}
        tabIndex={0}
        class="options"
      >
        {choices.map((choice, place) => (
          <div
            key={choice.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === now}
            class="option"
            onPointerMove={() => setAt(place)}
            // The text keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <Icon of={ICONS[token.sign]} />
            <span class="cut" dir="auto">
              {choice.title}
            </span>
            {token.sign === '/' ? <small>{choice.id}</small> : null}
            {choice.more === undefined || choice.more === choice.title ? null : (
              <small class="cut">{choice.more}</small>
            )}
            {choice.keys === undefined ? null : <Keys keys={choice.keys} />}
          </div>
        ))}
      </div>
    </div>
  );
}
