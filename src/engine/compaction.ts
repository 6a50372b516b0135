// What a compaction is (E5): where history is cut, what the summarising model is given, and what the agent reads in
// its place. Pure and deliberately coarse: no scoring, no extraction. Who asks the model is `compactor.ts`.

import { failure, type Failure } from './failures.ts';
import { LOST_HISTORY, SUMMARY_BLOCK } from './prompts.ts';
import { cutHead, cutTail, wellFormed } from './text.ts';
import { estimateTokens } from './tokens.ts';
import { type HistoryItem, isPerson, unfolded, type UserItem } from './transcript.ts';
import type { RunId } from './ids.ts';

/** Shares of the window. */
const TRIGGER = { known: 0.8, guessed: 0.6 } as const;
const KEEP = 0.25;
const FREED = 0.1;
const PERSON = 0.1;

/** Of a summary, in tokens: a small output cap (E11), and never more than a share of a small window. */
export const summaryCap = (window: number): number => Math.min(2_048, Math.floor(window / 8));

export interface Frame {
  readonly systemTokens: number;
  readonly toolTokens: number;
  readonly window: number;
  readonly windowKnown: boolean;
}

export const isDue = (frame: Frame, historyTokens: number): boolean =>
  frame.systemTokens + frame.toolTokens + historyTokens >
  frame.window * (frame.windowKnown ? TRIGGER.known : TRIGGER.guessed);

export type Plan =
  /** Items before `at` are to be summed up. */
  | { readonly type: 'cut'; readonly at: number }
  | { readonly type: 'skip'; readonly reason: 'tail-fills-window' | 'frees-too-little' }
  /** Not even the newest step fits. */
  | { readonly type: 'impossible'; readonly failure: Failure };

/**
 * The cut falls between two items, and an item holds a message with all of its results: no orphan can come of it.
 * `tokensFrom(at)`: estimate of the items from there on.
 */
export function planCut(count: number, tokensFrom: (at: number) => number, frame: Frame): Plan {
  const fixed = frame.systemTokens + frame.toolTokens;
  let at = Math.max(0, count - 1);
  while (at > 0 && tokensFrom(at - 1) <= frame.window * KEEP) at--;
  const tail = tokensFrom(at);
  if (frame.windowKnown && fixed + tail > frame.window) {
    return {
      type: 'impossible',
      failure: failure('context-overflow', 'system prompt, tools and the newest step exceed the window', {
        facts: { needed: fixed + tail, window: frame.window },
      }),
    };
  }
  if (fixed + tail > frame.window * (frame.windowKnown ? TRIGGER.known : TRIGGER.guessed))
    return { type: 'skip', reason: 'tail-fills-window' };
  const freed = tokensFrom(0) - tail - summaryCap(frame.window);
  return at === 0 || freed < frame.window * FREED
    ? { type: 'skip', reason: 'frees-too-little' }
    : { type: 'cut', at };
}

/** Characters of one body, tried in turn until the whole fits. */
const BODIES = [4_000, 2_000, 1_000, 500, 200] as const;

/** The part to be summed up as text of at most about `tokens`. */
export function historyText(items: readonly HistoryItem[], tokens: number): string {
  for (const body of BODIES) {
    const text = items.map((item) => itemText(item, body)).join('\n\n');
    if (estimateTokens(text) <= tokens) return text;
  }
  // Thousands of small messages: the newest count most, the oldest hold the goal.
  const text = items.map((item) => itemText(item, 200)).join('\n\n');
  const length = Math.floor((text.length * tokens) / estimateTokens(text));
  return shortened(text, length);
}

function itemText(item: HistoryItem, body: number): string {
  if (item.type === 'summary') return `[Earlier summary]\n${wellFormed(item.text)}`;
  if (item.type === 'user')
    return `[${isPerson(item) ? 'Person' : `Participant ${item.from}`}]\n${saidText(item, body)}`;
  const lines: string[] = [];
  for (const part of item.message.parts) {
    if (part.type === 'text') lines.push(`[Agent]\n${shortened(wellFormed(part.text), body)}`);
    if (part.type !== 'tool-call') continue;
    const result = item.calls.find((call) => call.part === part)?.result;
    const outcome =
      result === undefined
        ? 'no result'
        : `${result.ok ? 'ok' : `failed (${result.failure ?? 'unknown'})`}\n${shortened(wellFormed(result.text), body)}`;
    lines.push(
      `[Agent calls ${wellFormed(part.tool)}] ${shortened(wellFormed(part.argumentsText), body / 2)}\n[Result] ${outcome}`,
    );
  }
  return lines.join('\n');
}

function saidText(item: UserItem, length: number): string {
  const parts = item.parts.map((part) =>
    part.type === 'text' ? part.text : part.type === 'image' ? '(an image)' : `(a file: ${part.name})`,
  );
  return shortened(wellFormed(parts.join('\n')), length);
}

/** Seven tenths of its head and the rest of its tail. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = cutHead(text, Math.floor(length * 0.7));
  const tail = cutTail(text, Math.floor(length * 0.3));
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** Something stands under the heading that must be there. */
export const hasExactFacts = (summary: string): boolean =>
  /^#+\s*exact facts\s*:?\s*\n+\s*\S/im.test(summary);

export interface Folding {
  readonly run: RunId;
  /** What is folded, whatever earlier summary it begins with. */
  readonly items: readonly HistoryItem[];
  readonly window: number;
  /** What the host knows anyway: files touched, open todo. */
  readonly known: string;
}

export function summaryBlock(folding: Folding, summary: string): string {
  const { asked, corrected } = personWords(folding);
  const messages = unfolded(folding.items).length;
  return SUMMARY_BLOCK({
    messages,
    asked,
    corrected,
    summary: wellFormed(summary),
    known: wellFormed(folding.known),
  });
}

/** The model-free fold: it states what was lost, and keeps what an earlier summary had kept. */
export function lostBlock(folding: Folding, why: string): string {
  const { items } = folding;
  const earlier = items.flatMap((item) => (item.type === 'summary' ? [item.text] : []));
  const calls = items.flatMap((item) =>
    item.type === 'assistant'
      ? item.calls.map(
          ({ part, result }) =>
            `- ${wellFormed(part.tool)} ${shortened(wellFormed(part.argumentsText), 120)}: ${result?.ok === true ? 'ok' : 'failed'}`,
        )
      : [],
  );
  const lost = LOST_HISTORY({ messages: items.length, calls: calls.slice(-40), why });
  return summaryBlock(folding, [...earlier, lost].join('\n\n'));
}

/** The person's messages that started this run or came into it: word for word, the oldest giving way where it is too much. */
function personWords({ run, items, window }: Folding): {
  readonly asked: readonly string[];
  readonly corrected: readonly string[];
} {
  const all = unfolded(items);
  const first = all.findIndex((item) => item.type === 'assistant' && item.run === run);
  const said = all.filter((item): item is UserItem => item.type === 'user' && isPerson(item));
  const firstOwn = all
    .slice(0, first < 0 ? all.length : first)
    .findLast((item): item is UserItem => item.type === 'user');
  const goalAt = firstOwn === undefined ? 0 : said.indexOf(firstOwn);
  let left = window * PERSON;
  const words = (item: UserItem): string => {
    const text = saidText(item, Math.max(200, Math.floor(left * 3)));
    left -= estimateTokens(text);
    return text;
  };
  const goal = said[goalAt];
  const asked = goal === undefined ? [] : [words(goal)];
  const corrected = said
    .slice(goalAt + 1)
    .toReversed()
    .map((item) => (left > 0 ? words(item) : ''))
    .filter((text) => text !== '')
    .toReversed();
  return { asked, corrected };
}
