// What the judge of requests may find, as data, and the few checks on raw JSON values that all its parts share.
// It knows nothing of the product: the rules are those of the vendors' public interfaces.

/** `error`: the vendor or a common strict server of its wire answers 400. `warning`: only some servers refuse it. */
export type Severity = 'error' | 'warning';

export type ProblemCode =
  | 'not-json'
  | 'not-an-object'
  | 'unknown-key'
  | 'too-large'
  | 'model'
  | 'messages-empty'
  | 'messages-too-many'
  | 'message-shape'
  | 'message-key'
  | 'message-name'
  | 'role'
  | 'role-order'
  | 'system-not-first'
  | 'content-missing'
  | 'content-empty'
  | 'content-type'
  | 'content-too-long'
  | 'part-type'
  | 'part-shape'
  | 'image-url'
  | 'calls-empty'
  | 'calls-too-many'
  | 'call-shape'
  | 'call-id'
  | 'call-id-duplicate'
  | 'call-name'
  | 'call-undeclared'
  | 'call-arguments'
  | 'result-missing'
  | 'result-orphan'
  | 'result-duplicate'
  | 'result-order'
  | 'result-interrupted'
  | 'last-role'
  | 'lone-surrogate'
  | 'nul-character'
  | 'tools-empty'
  | 'tools-too-many'
  | 'tool-shape'
  | 'tool-name'
  | 'tool-name-duplicate'
  | 'tool-description'
  | 'tool-schema'
  | 'tool-choice'
  | 'stream'
  | 'stream-options'
  | 'limit'
  | 'range'
  | 'option-type'
  | 'response-format'
  | 'header'
  | 'first-role'
  | 'system-shape'
  | 'trailing-blank'
  | 'text-order'
  | 'thinking'
  | 'thinking-missing'
  | 'seal'
  | 'seal-missing'
  | 'cache-control'
  | 'tools-missing'
  | 'image-type'
  | 'image-data'
  | 'image-size'
  | 'image-count'
  | 'item-type'
  | 'item-id'
  | 'item-duplicate'
  | 'item-gone'
  | 'reasoning-pair'
  | 'context-window';

/** `at` is the path in the body, as vendors print it: `messages[2].tool_calls[0].id`. */
export type Problem = { code: ProblemCode; severity: Severity; at: string; message: string };

/** Where the parts of the judge put what they find. */
export type Report = {
  error(code: ProblemCode, at: string, message: string): void;
  warning(code: ProblemCode, at: string, message: string): void;
};

export const createReport = (problems: Problem[]): Report => ({
  error: (code, at, message) => {
    problems.push({ code, severity: 'error', at, message });
  },
  warning: (code, at, message) => {
    problems.push({ code, severity: 'warning', at, message });
  },
});

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** True for half of a surrogate pair standing alone: strict JSON parsers refuse the whole body for it. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Names the keys of `value` that `allowed` lacks. */
export const keysOutside = (value: Record<string, unknown>, allowed: ReadonlySet<string>): string[] =>
  Object.keys(value).filter((key) => !allowed.has(key));

/** Walks every string of a JSON value, object keys included, with the path it stands at. */
export const eachString = (value: unknown, at: string, visit: (text: string, at: string) => void): void => {
  if (typeof value === 'string') visit(value, at);
  else if (isList(value)) value.forEach((item, index) => eachString(item, `${at}[${index}]`, visit));
  else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      const inner = at === '' ? key : `${at}.${key}`;
      visit(key, inner);
      eachString(item, inner, visit);
    }
  }
};
