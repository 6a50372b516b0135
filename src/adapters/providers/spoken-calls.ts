// Reads calls out of what a model says where nobody does that for us: the known formats, as the text falls, cut
// anywhere. What is no call after all is text again, letter for letter. Pure: it knows neither models nor streams.
// Formats: <tool_call>{…}</tool_call>, [TOOL_CALLS]…, a reply that is nothing but a call in JSON, and such JSON in a fence.

export type Spoken =
  | { readonly type: 'text' | 'reasoning'; readonly delta: string }
  | { readonly type: 'call'; readonly tool: string; readonly argumentsText: string };

export interface SpokenReader {
  push(text: string): readonly Spoken[];
  /** Nothing more comes: what was held back is said. */
  end(): readonly Spoken[];
}

/** What a format begins with, and ends with; without an end it goes to the end of the reply. */
interface Format {
  readonly open: string;
  readonly close?: string;
  /** Undefined: no call. */
  read(inside: string, isTool: (name: string) => boolean): readonly Call[] | undefined;
}

type Call = Extract<Spoken, { readonly type: 'call' }>;

const FORMATS: readonly Format[] = [
  { open: '<tool_call>', close: '</tool_call>', read: (inside) => readCalls(inside) ?? readBroken(inside) },
  { open: '[TOOL_CALLS]', read: (inside) => readNamed(inside) },
  { open: '<|python_tag|>', read: (inside) => readCalls(inside) },
  {
    open: '```',
    close: '```',
    read: (inside, isTool) => {
      const calls = readCalls(inside.replace(/^[\w-]*[ \t]*\r?\n/, ''));
      return calls?.every(({ tool }) => isTool(tool)) === true ? calls : undefined;
    },
  },
];

const THINK = { open: '<think>', close: '</think>' } as const;

/** What models write when they are done. */
const ENDS = ['<|im_end|>', '<|endoftext|>', '<|end_of_text|>', '<|eot_id|>', '<|eom_id|>', '</s>'] as const;

/** `tools`: the names that may be called; without any, nothing is read as a call. */
export function createSpokenReader(tools: readonly string[]): SpokenReader {
  const names = new Set(tools);
  const isTool = (name: string): boolean => names.has(name);
  const formats = names.size === 0 ? [] : FORMATS;
  const openings = [...formats.map(({ open }) => open), THINK.open, ...ENDS];
  /** Not judged yet. */
  let held = '';
  /** Spaces that are said only when words follow. */
  let spaces = '';
  let format: Format | 'think' | 'bare' | undefined;
  /** Something of the current text was said. */
  let speaking = false;
  let begun = false;
  let out: Spoken[] = [];

  const say = (type: 'text' | 'reasoning', text: string): void => {
    const all = spaces + text;
    const words = (speaking ? all : all.trimStart()).trimEnd();
    spaces = speaking || words !== '' ? all.slice(all.trimEnd().length) : '';
    if (words === '') return;
    speaking = true;
    out.push({ type, delta: words });
  };
  const turnTo = (next: typeof format): void => {
    format = next;
    spaces = '';
    speaking = false;
  };
  const settle = (inside: string, raw: string, read: Format['read']): void => {
    const calls = read(inside, isTool);
    if (calls === undefined || calls.length === 0) {
      format = undefined;
      say('text', raw);
      return;
    }
    turnTo(undefined);
    out.push(...calls);
  };

  /** True: something was taken, look again. */
  const step = (): boolean => {
    if (format === 'bare') return false;
    if (format === 'think') {
      const at = held.indexOf(THINK.close);
      const safe = at >= 0 ? at : held.length - overlap(held, [THINK.close]);
      say('reasoning', held.slice(0, safe));
      held = held.slice(at >= 0 ? at + THINK.close.length : safe);
      if (at >= 0) turnTo(undefined);
      return at >= 0;
    }
    if (format !== undefined) {
      const { open, close, read } = format;
      const at = close === undefined ? -1 : held.indexOf(close);
      if (close === undefined || at < 0) return false;
      const inside = held.slice(0, at);
      held = held.slice(at + close.length);
      settle(inside, open + inside + close, read);
      return true;
    }
    if (!begun) {
      const first = held.trimStart();
      if (first === '') return false;
      begun = true;
      if (formats.length > 0 && (first.startsWith('{') || first.startsWith('['))) {
        // The one opening that begins like JSON.
        if (first.length < TOOL_CALLS.length && TOOL_CALLS.startsWith(first)) {
          begun = false;
          return false;
        }
        if (!first.startsWith(TOOL_CALLS)) {
          format = 'bare';
          return false;
        }
      }
    }
    const found = openings
      .map((open) => ({ open, at: held.indexOf(open) }))
      .filter(({ at }) => at >= 0)
      .reduce<{ open: string; at: number } | undefined>(
        (first, one) => (first === undefined || one.at < first.at ? one : first),
        undefined,
      );
    const safe = found?.at ?? held.length - overlap(held, openings);
    say('text', held.slice(0, safe));
    held = held.slice(safe + (found?.open.length ?? 0));
    if (found === undefined) return false;
    if (found.open === THINK.open) turnTo('think');
    else format = formats.find(({ open }) => open === found.open);
    return true;
  };

  const taken = (): readonly Spoken[] => {
    const all = out;
    out = [];
    return all;
  };

  return {
    push: (text) => {
      held += text;
      while (step());
      return taken();
    },
    end: () => {
      const rest = withoutEnds(held);
      held = '';
      if (format === 'bare') settle(rest, rest, (inside) => onlyKnown(readCalls(inside), isTool));
      else if (format === 'think') say('reasoning', rest);
      else if (format === undefined) say('text', rest);
      else settle(rest, format.open + rest, format.read);
      return taken();
    },
  };
}

const TOOL_CALLS = '[TOOL_CALLS]';

/** How much of the end of `text` may be the beginning of one of `marks`. */
function overlap(text: string, marks: readonly string[]): number {
  let most = 0;
  for (const mark of marks) {
    for (let size = Math.min(mark.length - 1, text.length); size > most; size -= 1) {
      if (text.endsWith(mark.slice(0, size))) {
        most = size;
        break;
      }
    }
  }
  return most;
}

function withoutEnds(text: string): string {
  let rest = text.trimEnd();
  for (let mark = ENDS.find((one) => rest.endsWith(one)); mark !== undefined; ) {
    rest = rest.slice(0, -mark.length).trimEnd();
    mark = ENDS.find((one) => rest.endsWith(one));
  }
  return rest === text.trimEnd() ? text : rest;
}

function onlyKnown(
  calls: readonly Call[] | undefined,
  isTool: (name: string) => boolean,
): readonly Call[] | undefined {
  return calls?.every(({ tool }) => isTool(tool)) === true ? calls : undefined;
}

/** One call, a list of them, or several after each other, as JSON. Undefined where that isn't all there is. */
function readCalls(text: string): readonly Call[] | undefined {
  const calls: Call[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const size = jsonAt(rest);
    if (size === 0) return undefined;
    const value: unknown = JSON.parse(rest.slice(0, size));
    for (const one of Array.isArray(value) ? value : [value]) {
      const call = callIn(one);
      if (call === undefined) return undefined;
      calls.push(call);
    }
    rest = rest.slice(size).replace(/^[\s;,]+/, '');
  }
  return calls;
}

/** `name{…}` and `name[ARGS]{…}` beside the list. */
function readNamed(text: string): readonly Call[] | undefined {
  const calls: Call[] = [];
  for (const part of text.split(TOOL_CALLS)) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const named = /^([\w.-]+)\s*(?:\[CALL_ID\]\w*\s*)?(?:\[ARGS\])?\s*(?=\{)/.exec(trimmed);
    const listed = named === null ? readCalls(trimmed) : undefined;
    if (named?.[1] !== undefined) calls.push(callOf(named[1], trimmed.slice(named[0].length)));
    else if (listed !== undefined) calls.push(...listed);
    else return undefined;
  }
  return calls;
}

/** A call that meant to be one: its name is clear, its arguments are for whoever checks them to refuse. */
function readBroken(text: string): readonly Call[] | undefined {
  const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const at = /"(?:arguments|parameters)"\s*:\s*/.exec(text);
  const rest = at === null ? '{}' : text.slice(at.index + at[0].length).trim();
  const size = jsonAt(rest);
  return [callOf(name, size > 0 ? rest.slice(0, size) : rest)];
}

function callIn(value: unknown): Call | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const outer = value as Readonly<Record<string, unknown>>;
  const inner = outer['function'];
  const fields =
    typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>) : outer;
  const { name, arguments: given, parameters } = fields;
  if (typeof name !== 'string' || name === '') return undefined;
  const input = given ?? parameters ?? {};
  return callOf(name, typeof input === 'string' ? input : JSON.stringify(input));
}

function callOf(tool: string, argumentsText: string): Call {
  return { type: 'call', tool, argumentsText };
}

/** Length of the object or list that `text` begins with; 0 where it begins with none that is whole. */
function jsonAt(text: string): number {
  if (!/^[{[]/.test(text)) return 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth === 0 && !quoted) return parses(text.slice(0, at + 1)) ? at + 1 : 0;
  }
  return 0;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
