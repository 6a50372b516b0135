// The list of what is to be done: its events, its fold, what a person may change. Pure; shared by worker and page.

import type { Entry } from '../../engine/events.ts';
import { USER } from '../../engine/ids.ts';

declare module '../../engine/events.ts' {
  interface EventMap {
    /** The whole list, as the agent or the person left it. */
    todo: { readonly items: readonly TodoItem[] };
  }
}

export const TODO_STATUSES = ['pending', 'in_progress', 'done', 'cancelled'] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

export interface TodoItem {
  readonly id: string;
  readonly text: string;
  readonly status: TodoStatus;
}

export const MAX_ITEMS = 30;
export const MAX_ITEM = 200;

export interface TodoFold {
  readonly items: readonly TodoItem[];
  /** The person changed it, and the agent has not read so yet. */
  readonly unread: boolean;
}

export const NO_TODO: TodoFold = { items: [], unread: false };

/** One line an item. What has all of these lines in it tells the whole list. */
export const todoLines = (items: readonly TodoItem[]): string =>
  items.length === 0
    ? '(The list is empty.)'
    : items.map(({ id, text, status }) => `${id} [${status}] ${text}`).join('\n');

/** Contract: entries come in order along one branch. */
export function foldTodo(fold: TodoFold, { event, by }: Entry): TodoFold {
  if (event.type === 'todo') return { items: event.items, unread: fold.unread || by === USER };
  if (!fold.unread || event.type !== 'tool-end') return fold;
  const { text, note = '' } = event.result;
  const lines = todoLines(fold.items);
  return text.includes(lines) || note.includes(lines) ? { ...fold, unread: false } : fold;
}

export const isOpen = ({ status }: TodoItem): boolean => status === 'pending' || status === 'in_progress';

/** What a person does to the list, one thing at a time. */
export type TodoChange =
  | { readonly type: 'add'; readonly text: string }
  | { readonly type: 'set'; readonly id: string; readonly text?: string; readonly status?: TodoStatus }
  | { readonly type: 'remove'; readonly id: string };

/** Undefined: the list has no such item any more, or no room. */
export function changedTodo(items: readonly TodoItem[], change: TodoChange): readonly TodoItem[] | undefined {
  if (change.type === 'add') {
    const text = itemText(change.text);
    if (text === '' || items.length >= MAX_ITEMS) return undefined;
    return [...items, { id: nextId(items), text, status: 'pending' }];
  }
  const at = items.findIndex(({ id }) => id === change.id);
  const found = items[at];
  if (found === undefined) return undefined;
  if (change.type === 'remove') return items.toSpliced(at, 1);
  const text = change.text === undefined ? found.text : itemText(change.text);
  return text === '' ? undefined : items.with(at, { ...found, text, status: change.status ?? found.status });
}

/** In one line. */
export const itemText = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, MAX_ITEM).toWellFormed();

export function nextId(items: readonly TodoItem[]): string {
  const numbers = items.map(({ id }) => Number(id.slice(1))).filter((number) => Number.isInteger(number));
  return `t${Math.max(0, ...numbers) + 1}`;
}
