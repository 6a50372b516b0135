// Models that do a long task and think only with what they were sent: each step is derived from the results of the
// steps before, so that a lost, replaced or invented result leads to the wrong bytes or to no end at all.

import { type Conversation, fileNamesIn, type Step } from './conversation.ts';
import { callTool, callTools, type Reply, type ScriptedCall, say } from './reply.ts';
import type { Script } from './server.ts';

const isOk = (step: Step): boolean => step.state === 'ok';
const maxAttempts = 5;

/** Gives the calls again until they succeed; after too many tries it says what stands in the way. */
const insist = ({ steps }: Conversation, calls: readonly ScriptedCall[]): Reply => {
  const [first] = calls;
  if (first === undefined) return say('There is nothing to do.');
  const tried = steps.filter(
    (step) => !isOk(step) && step.name === first.name && step.args['path'] === argumentOf(first, 'path'),
  );
  const last = tried.at(-1);
  if (last !== undefined && tried.length >= maxAttempts)
    return say(`I could not ${first.name}: ${last.result.slice(0, 200)}`);
  return callTools(calls);
};

const argumentOf = ({ args }: ScriptedCall, key: string): unknown =>
  typeof args === 'string' ? undefined : args[key];

const once = (conversation: Conversation, name: string, args: Record<string, unknown>): Step | Reply => {
  const done = conversation.steps.findLast(
    (step) =>
      isOk(step) &&
      step.name === name &&
      Object.entries(args).every(([key, value]) => step.args[key] === value),
  );
  return done ?? insist(conversation, [{ name, args }]);
};

const isReply = (value: Step | Reply): value is Reply => 'kind' in value;

export type TwelveCallTask = {
  /** A folder with at least three .txt files, each with one line `<token> = <number>`. */
  folder: string;
  token: string;
};

const within = (folder: string, name: string): string =>
  name.startsWith(`${folder}/`) ? name : `${folder}/${name}`;

/**
 * Lists, greps, reads every file that the grep named, raises the number in each by one, reads them again, writes
 * `<folder>/report.md` with the sum it then read, looks for it. With three files: 15 calls, 10 of them in own turns.
 */
export const twelveCallTask =
  ({ folder, token }: TwelveCallTask): Script =>
  (conversation) => {
    const { steps } = conversation;
    const root = once(conversation, 'list_files', {});
    if (isReply(root)) return root;
    if (!root.result.includes(folder)) return say(`The root holds no ${folder}.`);
    const list = once(conversation, 'list_files', { path: folder });
    if (isReply(list)) return list;
    const grep = once(conversation, 'grep_files', { pattern: `${token} = [0-9]+`, path: folder });
    if (isReply(grep)) return grep;
    const files = [...new Set(fileNamesIn(grep.result).map((name) => within(folder, name)))].filter((name) =>
      name.endsWith('.txt'),
    );
    const [firstFile] = files;
    if (firstFile === undefined) return say(`No file in ${folder} has a line about ${token}.`);
    const stat = once(conversation, 'stat_file', { path: firstFile });
    if (isReply(stat)) return stat;

    const numbersRead = (path: string): number[] =>
      steps
        .filter((step) => isOk(step) && step.name === 'read_file' && step.args['path'] === path)
        .flatMap((step) => new RegExp(`${token} = (\\d+)`).exec(step.result)?.[1] ?? [])
        .map(Number);
    const read = (path: string): ScriptedCall => ({ name: 'read_file', args: { path } });

    const unread = files.filter((path) => numbersRead(path).length === 0);
    if (unread.length > 0) return insist(conversation, unread.map(read));

    for (const path of files) {
      const [before = 0] = numbersRead(path);
      const edits = steps.filter((step) => step.name === 'edit_file' && step.args['path'] === path);
      if (edits.some(isOk) || numbersRead(path).includes(before + 1)) continue;
      const failed = edits.at(-1)?.state === 'error';
      const rereadSince =
        steps.lastIndexOf(edits.at(-1) ?? root) <
        steps.findLastIndex((step) => step.name === 'read_file' && step.args['path'] === path);
      if (failed && !rereadSince) return insist(conversation, [read(path)]);
      const args = { path, old: `${token} = ${before}`, new: `${token} = ${before + 1}` };
      return insist(conversation, [{ name: 'edit_file', args }]);
    }

    const stale = files.filter((path) => numbersRead(path).at(-1) !== (numbersRead(path)[0] ?? 0) + 1);
    if (stale.length > 0) return insist(conversation, stale.map(read));

    const sum = files.reduce((total, path) => total + (numbersRead(path).at(-1) ?? 0), 0);
    const report = `${folder}/report.md`;
    const written = once(conversation, 'write_file', {
      path: report,
      content: `# Report\n\ntotal ${token} = ${sum}\n`,
    });
    if (isReply(written)) return written;
    const found = once(conversation, 'search_files', { pattern: '**/report.md' });
    if (isReply(found)) return found;
    return say(`The total is ${sum}, written to ${report}.`);
  };

/** `step 0007`: of fixed width, so that no step is the beginning of another. */
export const stepLine = (step: number): string => `step ${String(step).padStart(4, '0')}`;

const lastStepIn = (text: string): number | undefined => {
  const numbers = [...text.matchAll(/step (\d{4})/g)].map((match) => Number(match[1]));
  return numbers.length === 0 ? undefined : Math.max(...numbers);
};

/**
 * Lengthens `path` by one line a turn through `edit_file`, until `step <lines>`. It believes results: a call that is
 * said not to have run is given again at once, one that is said to have run is not, so that a step run twice or
 * lost shows in the bytes. The file begins with `step 0000`; it is read first and written when it is missing.
 */
export const appendLines =
  (lines: number, path = 'voyage.log'): Script =>
  (conversation) => {
    const last = conversation.steps.at(-1);
    const read = { name: 'read_file', args: { path } };
    if (last === undefined) return insist(conversation, [read]);
    const append = (step: number): Reply => {
      if (step >= lines) return say(`The log holds ${lines} steps.`);
      const args = { path, old: stepLine(step), new: `${stepLine(step)}\n${stepLine(step + 1)}` };
      return insist(conversation, [{ name: 'edit_file', args }]);
    };
    if (last.name === 'read_file') {
      const reached = isOk(last) ? lastStepIn(last.result) : undefined;
      if (reached !== undefined) return append(reached);
      if (last.state === 'interrupted') return insist(conversation, [read]);
      return insist(conversation, [{ name: 'write_file', args: { path, content: `${stepLine(0)}\n` } }]);
    }
    if (last.name === 'write_file')
      return isOk(last) ? append(0) : insist(conversation, [{ name: last.name, args: last.args }]);
    if (isOk(last)) return append(lastStepIn(String(last.args['new'])) ?? 0);
    if (last.state === 'interrupted') return callTool(last.name, last.args);
    return insist(conversation, [read]);
  };
