// What the model reads about its list. Source like any other: prompts.test.ts pins it.

export const TODO_TEXT =
  'Keep the list of what is to be done in this session. The person sees it and may change it. For work of three or more steps: write it before you begin, set one item to in_progress while you work on it, set it to done only when it is done. `items` writes the whole list, `changes` updates items by id; neither reads it. The result is the list as it stands.';

export const TODO_FIELDS = {
  items: 'The whole list, in order; an item keeps its id if its text stays the same.',
  changes: 'Only what changes.',
  text: 'One thing to do, in a few words.',
  status: 'Left out = pending.',
  id: 'As in the list, such as `t2`.',
} as const;

/** Behind the next result after the person changed the list. */
export const TODO_NEWS = (lines: string): string =>
  `[Note from the app] The person changed the todo list. It is now, and this is what holds:\n${lines}`;

export const TODO_OVERTAKEN = (lines: string): string =>
  `Not written: the person changed the list meanwhile. It is now:\n${lines}`;

export const TODO_KNOWN = (lines: string, done: number): string =>
  `Your todo list${done === 0 ? '' : ` (${done} done or cancelled, left out here)`}, open items:\n${lines}`;

export const TODO_OPEN = (lines: string): string =>
  `Name these open items of the todo list as what is left:\n${lines}`;
