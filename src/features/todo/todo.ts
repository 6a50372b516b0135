// todo (T9): the list as the agent keeps it, and how it hears of what the person changed: in a note behind the next
// result, so that what was sent stays as it was sent (E17).

import * as z from 'zod/mini';
import type { Entry, StoredEvent } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import type { SessionId } from '../../engine/ids.ts';
import { type AnyTool, registered, type Tool, type ToolOutput } from '../../engine/tool.ts';
import { schemaOf } from '../schema.ts';
import {
  changedTodo,
  foldTodo,
  isOpen,
  itemText,
  MAX_ITEM,
  MAX_ITEMS,
  NO_TODO,
  nextId,
  TODO_STATUSES,
  type TodoChange,
  type TodoItem,
  todoLines,
} from './fold.ts';
import { TODO_FIELDS, TODO_KNOWN, TODO_NEWS, TODO_OPEN, TODO_OVERTAKEN, TODO_TEXT } from './prompts.ts';

const text = z.string().check(z.minLength(1), z.maxLength(MAX_ITEM), z.describe(TODO_FIELDS.text));
const status = z.enum(TODO_STATUSES);
const written = z.strictObject({
  text,
  status: z.optional(status.check(z.describe(TODO_FIELDS.status))),
});
const changed = z.strictObject({
  id: z.string().check(z.minLength(1), z.describe(TODO_FIELDS.id)),
  text: z.optional(text),
  status: z.optional(status),
});
const input = z
  .strictObject({
    items: z.optional(z.array(written).check(z.maxLength(MAX_ITEMS), z.describe(TODO_FIELDS.items))),
    changes: z.optional(z.array(changed).check(z.maxLength(MAX_ITEMS), z.describe(TODO_FIELDS.changes))),
  })
  .check(
    z.refine(({ items, changes }) => items === undefined || changes === undefined, {
      message: 'items or changes, not both',
    }),
  );
type Input = z.infer<typeof input>;

/** The list for one run. */
export interface TodoDesk {
  readonly tool: AnyTool;
  /** Lets a tool's result carry what the person changed. */
  wrap(tool: AnyTool): AnyTool;
  /** Every entry of the session from now on. */
  take(entry: Entry): void;
  /** For a summary: open items in full. '' = there is no list. */
  known(): string;
  /** For the closing summary. '' = nothing is open. */
  open(): string;
}

export interface TodoLists {
  /** `entries`: those of the branch so far. */
  desk(session: SessionId, entries: readonly Entry[]): TodoDesk;
  /** The person's. Rejects with `stale` where the item is gone, or the list is full. */
  edit(session: SessionId, change: TodoChange, log: TodoLog): Promise<void>;
}

export interface TodoLog {
  history(): Promise<readonly Entry[]>;
  append(event: StoredEvent): Promise<unknown>;
}

/** Agent and person change one list one after the other: each sees what the other left. */
export function createTodoLists(): TodoLists {
  const turns = new Map<SessionId, Promise<unknown>>();
  const inTurn = <T>(session: SessionId, work: () => Promise<T>): Promise<T> => {
    const done = (turns.get(session) ?? Promise.resolve()).then(work);
    const over = done.catch(() => undefined);
    turns.set(session, over);
    void over.then(() => {
      if (turns.get(session) === over) turns.delete(session);
    });
    return done;
  };
  return {
    desk: (session, entries) => createDesk(entries, (work) => inTurn(session, work)),
    edit: (session, change, { history, append }) =>
      inTurn(session, async () => {
        const { items } = (await history()).reduce(foldTodo, NO_TODO);
        const next = changedTodo(items, change);
        if (next === undefined)
          throw new FailureError(failure('stale', 'the list has no such item any more, or is full'));
        await append({ type: 'todo', items: next });
      }),
  };
}

type InTurn = (work: () => Promise<ToolOutput>) => Promise<ToolOutput>;

function createDesk(entries: readonly Entry[], inTurn: InTurn): TodoDesk {
  let fold = entries.reduce(foldTodo, NO_TODO);
  /** Handed out, but not on record yet. */
  let told: string | undefined;

  const tool: Tool<Input> = {
    name: 'todo',
    description: TODO_TEXT,
    input: schemaOf(input),
    effect: 'none',
    concurrency: 'exclusive',
    targets: () => [],
    run: ({ items, changes }, { record }) =>
      inTurn(async () => {
        const lines = todoLines(fold.items);
        if (items === undefined && changes === undefined) return said(fold.items);
        // It would undo what it has not read.
        if (fold.unread && told !== lines) {
          told = lines;
          return { ok: false, failure: failure('stale', TODO_OVERTAKEN(lines)) };
        }
        const next = items === undefined ? updated(fold.items, changes ?? []) : rewritten(fold.items, items);
        if (typeof next === 'string')
          return { ok: false, failure: failure('not-found', `${next}\n${lines}`) };
        await record({ type: 'todo', items: next });
        return said(next);
      }),
  };

  return {
    tool: registered(tool),
    wrap: (other) => ({
      ...other,
      run: async (given, context) => {
        const output = await other.run(given, context);
        const lines = todoLines(fold.items);
        if (!output.ok || !fold.unread || told === lines) return output;
        told = lines;
        const news = TODO_NEWS(lines);
        return { ...output, note: output.note === undefined ? news : `${output.note}\n\n${news}` };
      },
    }),
    take: (entry) => {
      fold = foldTodo(fold, entry);
    },
    known: () => {
      const open = fold.items.filter(isOpen);
      if (fold.items.length === 0) return '';
      return TODO_KNOWN(open.length === 0 ? '(none)' : todoLines(open), fold.items.length - open.length);
    },
    open: () => {
      const open = fold.items.filter(isOpen);
      return open.length === 0 ? '' : TODO_OPEN(todoLines(open));
    },
  };
}

function said(items: readonly TodoItem[]): ToolOutput {
  return { ok: true, text: todoLines(items), provenance: 'own' };
}

function rewritten(before: readonly TodoItem[], items: NonNullable<Input['items']>): readonly TodoItem[] {
  const next: TodoItem[] = [];
  for (const { text: given, status: now = 'pending' } of items) {
    const one = itemText(given);
    const known = before.find((item) => item.text === one && next.every(({ id }) => id !== item.id));
    if (one !== '') next.push({ id: known?.id ?? nextId([...before, ...next]), text: one, status: now });
  }
  return next;
}

/** The sentence that says which item there is none of; nothing is changed then. */
function updated(
  items: readonly TodoItem[],
  changes: NonNullable<Input['changes']>,
): readonly TodoItem[] | string {
  let next = items;
  for (const { id, text: given, status: now } of changes) {
    const after = changedTodo(next, {
      type: 'set',
      id,
      ...(given === undefined ? {} : { text: given }),
      ...(now === undefined ? {} : { status: now }),
    });
    if (after === undefined) return `Nothing was changed: there is no item ${id}. The list is:`;
    next = after;
  }
  return next;
}
