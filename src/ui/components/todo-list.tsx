// What is to be done in this session, above the composer: one calm line that opens to the list. The person may tick,
// reword, add and remove; the agent hears of it behind its next result.

import { ChevronRight, ListTodo, Pencil, Plus, X } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { TodoItem } from '../../features/todo/fold.ts';
import { useRoom } from '../context.ts';
import { t } from '../i18n/later.ts';
import { type Asking, askingOf } from '../state/asking.ts';
import { Icon, StateShape } from './icon.tsx';
import '../styles/asking.css';

const MAX_ITEMS = 30;
const MAX_ITEM = 200;

export function TodoList(): VNode | null {
  const asking = askingOf(useRoom());
  const [open, setOpen] = useState(false);
  const items = asking.todo.value;
  if (items.length === 0) return null;
  const done = items.filter(({ status }) => status === 'done').length;
  const counted = items.filter(({ status }) => status !== 'cancelled').length;
  const current = items.find(({ status }) => status === 'in_progress');
  return (
    <section class="todo" aria-label={t('todo.name')}>
      <button type="button" class="sum" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={ListTodo} />
        <span class="num">{t('todo.count', { done, n: counted })}</span>
        <span class="cut" dir="auto">
          {current?.text ?? ''}
        </span>
        <Icon of={ChevronRight} turns />
      </button>
      {open ? (
        <>
          <ul>
            {items.map((item) => (
              <Item key={item.id} item={item} asking={asking} />
            ))}
          </ul>
          {items.length < MAX_ITEMS ? <Add asking={asking} /> : null}
          {asking.late.value === 'todo' ? <p role="status">{t('todo.late')}</p> : null}
        </>
      ) : null}
    </section>
  );
}

const SHAPES = { pending: 'queued', in_progress: 'running', done: 'done', cancelled: 'skipped' } as const;

function Item({ item, asking }: { readonly item: TodoItem; readonly asking: Asking }): VNode {
  const [editing, setEditing] = useState(false);
  const { id, text, status } = item;
  if (editing)
    return (
      <li>
        <Words
          name={t('todo.text')}
          start={text}
          onSave={(value) => {
            setEditing(false);
            if (value !== text) void asking.edit({ type: 'set', id, text: value });
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  const ticked = status === 'done';
  return (
    <li class={status}>
      <button
        type="button"
        class={`tick state ${ticked ? 'done' : status === 'in_progress' ? 'running' : ''}`}
        role="checkbox"
        aria-checked={ticked ? 'true' : status === 'in_progress' ? 'mixed' : 'false'}
        aria-label={t(`todo.${status}`, { text })}
        onClick={() => void asking.edit({ type: 'set', id, status: ticked ? 'pending' : 'done' })}
      >
        <StateShape shape={SHAPES[status]} />
      </button>
      <span class="text" dir="auto">
        {text}
      </span>
      <button
        type="button"
        class="btn plain icon small push"
        aria-label={t('todo.edit', { text })}
        onClick={() => setEditing(true)}
      >
        <Icon of={Pencil} />
      </button>
      <button
        type="button"
        class="btn plain icon small"
        aria-label={t('todo.remove', { text })}
        onClick={() => void asking.edit({ type: 'remove', id })}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}

function Add({ asking }: { readonly asking: Asking }): VNode {
  const [adding, setAdding] = useState(false);
  if (!adding)
    return (
      <button type="button" class="btn plain small" onClick={() => setAdding(true)}>
        <Icon of={Plus} small />
        {t('todo.add')}
      </button>
    );
  return (
    <Words
      name={t('todo.new')}
      start=""
      onSave={(text) => {
        setAdding(false);
        void asking.edit({ type: 'add', text });
      }}
      onCancel={() => setAdding(false)}
    />
  );
}

interface WordsProps {
  readonly name: string;
  readonly start: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** Enter keeps, Escape leaves. */
function Words({ name, start, onSave, onCancel }: WordsProps): VNode {
  const [text, setText] = useState(start);
  const keep = (value: string): void => (value.trim() === '' ? onCancel() : onSave(value.trim()));
  return (
    <input
      ref={(element) => element?.focus()}
      class="input"
      aria-label={name}
      dir="auto"
      maxLength={MAX_ITEM}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          keep(event.currentTarget.value);
        } else if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        }
      }}
    />
  );
}
