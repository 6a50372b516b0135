import { describe, expect, test } from 'vitest';
import { fakeTool } from '../../engine/testing/fake-tools.ts';
import type { Entry, StoredEvent } from '../../engine/events.ts';
import { asId, type Json, type SessionId, USER } from '../../engine/ids.ts';
import type { ToolContext, ToolOutput } from '../../engine/tool.ts';
import { changedTodo, foldTodo, MAX_ITEMS, NO_TODO, type TodoChange } from './fold.ts';
import { TODO_KNOWN, TODO_NEWS, TODO_OPEN, TODO_OVERTAKEN, TODO_TEXT } from './prompts.ts';
import { createTodoLists } from './todo.ts';

const session = asId<SessionId>('s');

/** A list, its log, and an agent that calls. */
function rig() {
  const lists = createTodoLists();
  const entries: Entry[] = [];
  let desk = lists.desk(session, entries);
  const put = async (event: StoredEvent, by: string): Promise<void> => {
    const seq = entries.length + 1;
    const entry: Entry = { session, seq, parent: seq - 1, v: 1, at: seq, by: by as Entry['by'], event };
    entries.push(entry);
    desk.take(entry);
  };
  const context = { record: (event: StoredEvent) => put(event, 'agent') } as unknown as ToolContext;
  const look = desk.wrap(fakeTool('look'));
  const end = async (tool: string, output: ToolOutput): Promise<string> => {
    const text = output.ok ? output.text : output.failure.message;
    const note = output.ok && output.note !== undefined ? { note: output.note } : {};
    const result = { callId: 'c' as never, tool, ok: output.ok, text, provenance: 'own', ...note } as const;
    await put({ type: 'tool-end', callId: 'c' as never, result, ms: 0 }, 'agent');
    return [text, note.note ?? ''].join('|');
  };
  return {
    entries,
    todo: async (input: Json) => end('todo', await desk.tool.run(input, context)),
    look: async () => end('look', await look.run({}, context)),
    edit: (change: TodoChange) =>
      lists.edit(session, change, {
        history: async () => entries,
        append: (event) => put(event, USER),
      }),
    desk: () => desk,
    reopen: () => {
      desk = lists.desk(session, entries);
    },
    items: () =>
      entries.reduce(foldTodo, NO_TODO).items.map(({ id, text, status }) => `${id} ${status} ${text}`),
  };
}

const three = { items: [{ text: 'look', status: 'in_progress' }, { text: 'mend' }, { text: 'test' }] };

describe('the list', () => {
  test('is written whole, items keeping their ids by their texts, and changed by id', async () => {
    const { todo, items } = rig();
    await todo(three);
    expect(await todo({ changes: [{ id: 't1', status: 'done' }] })).toContain('t1 [done] look');
    await todo({ items: [{ text: 'test' }, { text: 'look', status: 'done' }, { text: 'tell' }] });
    expect(items()).toEqual(['t3 pending test', 't1 done look', 't4 pending tell']);
  });

  test('says which item there is none of, and changes nothing then', async () => {
    const { todo, items } = rig();
    await todo(three);
    const changes = [
      { id: 't1', status: 'done' },
      { id: 't9', status: 'done' },
    ];
    expect(await todo({ changes })).toContain('there is no item t9');
    expect(items()[0]).toBe('t1 in_progress look');
  });

  test('has room for so many items and no more', () => {
    const full = Array.from({ length: MAX_ITEMS }, (_, at) => ({
      id: `t${at}`,
      text: 'x',
      status: 'pending' as const,
    }));
    expect(changedTodo(full, { type: 'add', text: 'y' })).toBeUndefined();
    expect(changedTodo([], { type: 'add', text: '  a\n b ' })).toEqual([
      { id: 't1', text: 'a b', status: 'pending' },
    ]);
    expect(changedTodo(full, { type: 'remove', id: 'gone' })).toBeUndefined();
  });
});

describe('what the person changed', () => {
  test('stands behind the next result, once, and the list it tells is the one that holds', async () => {
    const { todo, edit, look } = rig();
    await todo(three);
    await edit({ type: 'add', text: 'tell Ada' });
    expect(await look()).toBe(
      `ok|${TODO_NEWS('t1 [in_progress] look\nt2 [pending] mend\nt3 [pending] test\nt4 [pending] tell Ada')}`,
    );
    expect(await look()).toBe('ok|');
  });

  test('is still told after a reload, where no result had told it', async () => {
    const { todo, edit, desk, reopen, entries } = rig();
    await todo(three);
    await edit({ type: 'remove', id: 't2' });
    reopen();
    expect(entries.reduce(foldTodo, NO_TODO).unread).toBe(true);
    expect(
      await desk()
        .wrap(fakeTool('look'))
        .run({}, {} as ToolContext),
    ).toMatchObject({
      note: TODO_NEWS('t1 [in_progress] look\nt3 [pending] test'),
    });
  });

  test('is not overwritten by an agent that has not read it; it reads it by that', async () => {
    const { todo, edit, items } = rig();
    await todo(three);
    await edit({ type: 'set', id: 't3', status: 'cancelled' });
    expect(await todo({ items: [{ text: 'other' }] })).toContain('Not written: the person changed the list');
    await todo({ changes: [{ id: 't1', status: 'done' }] });
    expect(items()).toEqual(['t1 done look', 't2 pending mend', 't3 cancelled test']);
  });

  test('and an item that is gone meanwhile is refused', async () => {
    const { todo, edit } = rig();
    await todo(three);
    await edit({ type: 'remove', id: 't2' });
    await expect(edit({ type: 'set', id: 't2', status: 'done' })).rejects.toMatchObject({
      failure: { code: 'stale' },
    });
  });
});

test('a summary is given the open items, the closing one too', async () => {
  const { todo, desk } = rig();
  expect([desk().known(), desk().open()]).toEqual(['', '']);
  await todo({ items: [{ text: 'look', status: 'done' }, { text: 'mend' }] });
  expect([desk().known(), desk().open()]).toEqual([
    TODO_KNOWN('t2 [pending] mend', 1),
    TODO_OPEN('t2 [pending] mend'),
  ]);
  await todo({ changes: [{ id: 't2', status: 'cancelled' }] });
  expect(desk().open()).toBe('');
});

test('what the model reads of its list is changed on purpose only', () => {
  const read = [TODO_TEXT, TODO_NEWS('…'), TODO_OVERTAKEN('…'), TODO_KNOWN('…', 2), TODO_OPEN('…')];
  expect(read.join('\n\n')).toMatchInlineSnapshot(`
    "Keep the list of what is to be done in this session. The person sees it and may change it. For work of three or more steps: write it before you begin, set one item to in_progress while you work on it, set it to done only when it is done. \`items\` writes the whole list, \`changes\` updates items by id; neither reads it. The result is the list as it stands.

    [Note from the app] The person changed the todo list. It is now, and this is what holds:
    …

    Not written: the person changed the list meanwhile. It is now:
    …

    Your todo list (2 done or cancelled, left out here), open items:
    …

    Name these open items of the todo list as what is left:
    …"
  `);
});
