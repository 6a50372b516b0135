// Models with one habit each, for the journeys that test a single thing: stop, steering, limits, denial, streams.

import type { Conversation } from './conversation.ts';
import type { Gate } from './gate.ts';
import { type Answer, callTool, callTools, type Reply, say } from './reply.ts';
import type { Script } from './server.ts';

/** Plays the replies in the order of requests that may call tools; the last one is repeated. */
export const inOrder = (replies: readonly (Reply | Script)[]): Script => {
  let played = 0;
  return (conversation) => {
    const reply = replies[Math.min(played, replies.length - 1)];
    played += 1;
    if (reply === undefined) return say('Nothing was scripted.');
    return typeof reply === 'function' ? reply(conversation) : reply;
  };
};

/** Never stops calling tools; no two calls are the same, so that only a limit can end it. */
export const alwaysTools: Script = ({ index }) =>
  callTool('search_files', { pattern: `nothing-${index}-*.txt` });

/** Calls one tool with the same arguments for ever: what loop detection is for. */
export const sameCallForever: Script = () => callTool('list_files', {});

/** Reads `count` times in one turn, from the files that a listing named. */
export const parallelReads =
  (count: number, folder: string): Script =>
  ({ steps }) => {
    const list = steps.find((step) => step.name === 'list_files' && step.state === 'ok');
    if (list === undefined) return callTool('list_files', { path: folder });
    const reads = steps.filter((step) => step.name === 'read_file');
    if (reads.length >= count) {
      const read = reads.filter((step) => step.state === 'ok').length;
      return say(`Read ${read} of ${count}.`);
    }
    const names = [...new Set(list.result.match(/[\w-]+\.txt/g) ?? [])];
    return callTools(
      Array.from({ length: count }, (_, index) => ({
        name: 'read_file',
        args: { path: `${folder}/${names[index % Math.max(1, names.length)] ?? 'missing.txt'}` },
      })),
    );
  };

/** Wants to write one file, and says how that ended. */
export const writeOnce =
  (path: string, content: string): Script =>
  ({ steps }) => {
    const write = steps.findLast((step) => step.name === 'write_file');
    if (write === undefined) return callTool('write_file', { path, content });
    return say(write.state === 'ok' ? `Written to ${path}.` : `Not written: ${write.state}.`);
  };

/** Writes all the files in one turn, and says whether that went well. */
export const writeFiles =
  (files: Record<string, string>): Script =>
  ({ steps }) => {
    const names = Object.keys(files);
    const written = steps.filter(
      (step) => step.name === 'write_file' && names.includes(String(step.args['path'])),
    );
    if (written.length === 0)
      return callTools(
        Object.entries(files).map(([path, content]) => ({ name: 'write_file', args: { path, content } })),
      );
    const failed = written.filter((step) => step.state !== 'ok');
    return say(
      failed.length === 0
        ? 'Everything is written.'
        : `Not written: ${failed.map((step) => step.result).join('; ')}`,
    );
  };

/** The same model, thinking before each step: no two thoughts are alike. */
export const thinkingAloud =
  (script: Script): Script =>
  async (conversation) => {
    const reply = await script(conversation);
    const at = conversation.steps.length;
    const reasoning = [`After ${at} steps: `, `what is the next? \u{1F6A2} "${at + 1}"\n`];
    return reply.kind === 'answer' ? { ...reply, reasoning } : reply;
  };

/** Says how many images it sees, and which one is last. */
export const seesImages: Script = ({ images }) => say(`I see ${images.length}, the last is ${images.at(-1)}`);

/** A text on which `(a+)+$` would take hours in any backtracking engine. */
export const regexTrap = `${'a'.repeat(64)}!\n`;

/** Writes the trap, then greps it with the catastrophic pattern. */
export const catastrophicRegex =
  (path = 'trap.txt'): Script =>
  ({ steps }) => {
    if (!steps.some((step) => step.name === 'write_file'))
      return callTool('write_file', { path, content: regexTrap });
    if (!steps.some((step) => step.name === 'grep_files'))
      return callTool('grep_files', { pattern: '^(a+)+$', path });
    return say('The search ended.');
  };

/** Looks around until the person says something more, then says that back. The first answer waits at `gate`. */
export const steerable = (gate: Gate): Script => {
  const heard = ({ users }: Conversation): string | undefined =>
    users.slice(1).find((text) => text.includes('!steer'));
  return (conversation) => {
    const word = heard(conversation);
    if (word !== undefined) return say(`Understood: ${word.replace(/\s+/g, ' ').trim().slice(0, 200)}`);
    const more: Partial<Answer> = conversation.steps.length === 0 ? { hold: { at: 'head', gate } } : {};
    return callTool('search_files', { pattern: `look-${conversation.steps.length}-*` }, more);
  };
};

/** One long text in `count` deltas, a few milliseconds apart when `paceMs` is given. */
export const longText =
  (count: number, more: Partial<Answer> = {}): Script =>
  () =>
    say(
      Array.from({ length: count }, (_, index) => `word-${index}${index % 12 === 11 ? '.\n\n' : ' '}`),
      more,
    );
