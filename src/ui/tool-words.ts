// How a tool line is worded: verb, target, result in a few words. Unknown tools are called by their name.

import {
  FilePlus,
  Files,
  FolderTree,
  Info,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestion,
  PencilLine,
  Search,
  Wrench,
} from 'lucide-preact';
import type { CallView } from '../features/sessions/fold.ts';
import type { MessageKey } from './i18n/catalog.ts';
import { formatBytes, formatNumber } from './i18n/format.ts';
import { t } from './i18n/later.ts';
import { failureText, joined } from './i18n/text.ts';

type Verb = Extract<MessageKey, `tool.${string}`>;
type PlainVerb =
  | 'tool.read'
  | 'tool.reading'
  | 'tool.wrote'
  | 'tool.writing'
  | 'tool.edited'
  | 'tool.editing'
  | 'tool.listed'
  | 'tool.listing'
  | 'tool.looked'
  | 'tool.looking'
  | 'tool.found'
  | 'tool.finding'
  | 'tool.searched'
  | 'tool.searching'
  | 'tool.called'
  | 'tool.calling'
  | 'tool.asked'
  | 'tool.asking'
  | 'tool.listed.todo'
  | 'tool.listing.todo';

interface Words {
  readonly past: PlainVerb & Verb;
  readonly now: PlainVerb & Verb;
  /** It did not come about. */
  readonly not: Extract<MessageKey, `tool.not.${string}`>;
  readonly icon: LucideIcon;
  /** The argument that names what the call is about. */
  readonly target: string;
  readonly isPath: boolean;
}

const words = (
  past: PlainVerb,
  now: PlainVerb,
  not: Words['not'],
  icon: LucideIcon,
  target: string,
  isPath: boolean,
): Words => ({ past, now, not, icon, target, isPath });

const TOOLS: Readonly<Record<string, Words>> = {
  read_file: words('tool.read', 'tool.reading', 'tool.not.read', Files, 'path', true),
  write_file: words('tool.wrote', 'tool.writing', 'tool.not.write', FilePlus, 'path', true),
  edit_file: words('tool.edited', 'tool.editing', 'tool.not.edit', PencilLine, 'path', true),
  stat_file: words('tool.looked', 'tool.looking', 'tool.not.look', Info, 'path', true),
  list_files: words('tool.listed', 'tool.listing', 'tool.not.list', FolderTree, 'path', true),
  search_files: words('tool.found', 'tool.finding', 'tool.not.find', Search, 'pattern', false),
  ask_user: words('tool.asked', 'tool.asking', 'tool.not.ask', MessageCircleQuestion, 'question', false),
  todo: words('tool.listed.todo', 'tool.listing.todo', 'tool.not.todo', ListTodo, '', false),
  grep_files: words('tool.searched', 'tool.searching', 'tool.not.search', Search, 'pattern', false),
};
const OTHER: Words = words('tool.called', 'tool.calling', 'tool.not.call', Wrench, '', false);

export function wordsOf(tool: string): Words {
  return TOOLS[tool] ?? OTHER;
}

/** What it did, does, was cut off in, or did not do: nothing is said to have been written that was not. */
export function verbOf({ tool, state, ran }: Pick<CallView, 'tool' | 'state' | 'ran'>): string {
  const { past, now, not } = wordsOf(tool);
  switch (state) {
    case 'denied':
      return t(not);
    case 'failed':
      // An unknown tool was called, whatever came of it.
      return t(TOOLS[tool] === undefined ? past : not);
    case 'interrupted':
      return t(ran === undefined ? now : ran ? past : not);
    case 'done':
      return t(past);
    default:
      return t(now);
  }
}

/** What the call is about, as it was written: a path, a pattern; the tool's name where we don't know it. */
export function targetOf({ tool, input }: Pick<CallView, 'tool' | 'input'>): string {
  const known = TOOLS[tool];
  if (known === undefined) return tool;
  const value = input[known.target];
  if (typeof value === 'string' && value !== '' && value !== '.') return value;
  return tool === 'list_files' ? t('tool.root') : '';
}

/** The result in a few words; '' where there is nothing to add. */
export function resultOf(call: CallView): string {
  if (call.state === 'denied') return deniedWords(call);
  if (call.state === 'interrupted') {
    return call.ran === undefined ? t('tool.wasInterrupted') : t(call.ran ? 'tool.ran' : 'tool.notRun');
  }
  if (call.result === undefined) return call.progress ?? '';
  const { failure, summary } = call.result;
  if (failure !== undefined) return failureText({ code: failure });
  if (call.reply !== undefined) return replyWords(call.reply);
  if (call.change?.created === true) return t('tool.newLines', { n: call.change.added });
  if (call.change !== undefined || summary === undefined) return '';
  const found: string[] = [];
  if (summary.matches !== undefined) {
    if (summary.matches === 0) return t('tool.nothing');
    found.push(
      [
        t('tool.matches', { n: summary.matches }),
        ...(summary.files === undefined ? [] : [t('tool.inFiles', { n: summary.files })]),
      ].join(' '),
    );
  } else if (summary.files !== undefined) {
    const { files, folders = 0 } = summary;
    if (files > 0 || (folders === 0 && call.tool === 'list_files')) found.push(t('tool.files', { n: files }));
    if (folders > 0) found.push(t('tool.folders', { n: folders }));
    if (found.length === 0) found.push(t('tool.nothing'));
  } else if (summary.fromLine !== undefined && summary.toLine !== undefined) {
    found.push(t('tool.range', { from: formatNumber(summary.fromLine), to: formatNumber(summary.toLine) }));
  } else if (summary.lines !== undefined) found.push(t('tool.lines', { n: summary.lines }));
  else if (summary.bytes !== undefined) found.push(formatBytes(summary.bytes));
  if (summary.cut === true) found.push(t('tool.cut'));
  return found.join(', ');
}

function replyWords(reply: NonNullable<CallView['reply']>): string {
  if (reply.type === 'skipped') return t('question.skipped');
  if (reply.type === 'message') return t('question.byMessage');
  const { choices = [], text = '', fields = {} } = reply;
  return joined([...choices, ...Object.values(fields).map(String), ...(text === '' ? [] : [text])]);
}

function deniedWords({ answer, result }: CallView): string {
  if (answer?.type === 'deny') {
    return t(
      answer.by === 'person'
        ? 'tool.denied'
        : answer.by === 'rule'
          ? 'tool.denied.rule'
          : 'tool.denied.nobody',
    );
  }
  return t(result?.failure === 'policy-denied' ? 'tool.denied.rule' : 'tool.denied');
}

/** The accessible name of a line: `Tool read_file src/app.tsx`. */
export function lineName(call: CallView): string {
  return t('tool.name', {
    tool: call.tool,
    target: TOOLS[call.tool] === undefined ? '' : targetOf(call),
  }).trim();
}
