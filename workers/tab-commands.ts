// Commands on a session that another tab runs: sent to its owner, acknowledged, answered. One that nobody
// acknowledged is sent once more, one that was acknowledged never; the owner takes each id once, whatever it hears.

import { asFailure, FailureError, failure } from '../src/engine/failures.ts';
import { deferred, type Deferred } from '../src/engine/deferred.ts';
import type { SessionId } from '../src/engine/ids.ts';
import type { Clock, EventLog, Ids } from '../src/engine/ports.ts';
import type { Platform, TabMessage } from './platform.ts';

const ACKNOWLEDGED_MS = 1000;
/** Commands that an owner remembers, so that it takes none twice. */
const REMEMBERED = 500;

export interface TabCommandPorts {
  readonly channel: Platform['channel'];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Pick<EventLog, 'head'>;
  /** Undefined: this tab does not own the session. */
  epochOf(session: SessionId): number | undefined;
  /** Runs a command here. */
  run(name: string, session: SessionId, args: readonly unknown[]): Promise<unknown>;
}

export interface TabCommands {
  /** Resolves with what the owner answered; rejects with `not-owner` where no tab takes it. */
  send(session: SessionId, name: string, args: readonly unknown[]): Promise<unknown>;
  /** This tab has become the owner: what the one before took is lost. */
  owned(session: SessionId): void;
}

interface Sent {
  readonly session: SessionId;
  readonly taken: Deferred<boolean>;
  readonly answer: Deferred<unknown>;
  isTaken: boolean;
}

export function createTabCommands(ports: TabCommandPorts): TabCommands {
  const { channel, clock, ids, log } = ports;
  const sent = new Map<string, Sent>();
  /** What came of the commands that were taken; undefined: still under way. */
  const known = new Map<string, TabMessage | undefined>();

  const take = async (message: Extract<TabMessage, { type: 'command' }>): Promise<void> => {
    const { session, id, epoch, until, name, args } = message;
    if (known.has(id)) {
      channel.post({ type: 'command-taken', id });
      const answer = known.get(id);
      if (answer !== undefined) channel.post(answer);
      return;
    }
    if (ports.epochOf(session) !== epoch || clock.now() >= until) return;
    known.set(id, undefined);
    for (const old of [...known.keys()].slice(0, -REMEMBERED)) known.delete(old);
    channel.post({ type: 'command-taken', id });
    const answer: TabMessage = await ports.run(name, session, args).then(
      (result) => ({ type: 'command-done', id, result }),
      (thrown: unknown) => ({ type: 'command-failed', id, failure: asFailure(thrown) }),
    );
    known.set(id, answer);
    channel.post(answer);
  };
  const lose = (session: SessionId): void => {
    for (const command of sent.values()) {
      if (command.session === session && command.isTaken)
        command.answer.reject(
          new FailureError(failure('wire-lost', 'the tab that took the command is gone')),
        );
    }
  };

  channel.listen((message) => {
    if (message.type === 'command') void take(message);
    if (message.type === 'owner') lose(message.session);
    if (message.type === 'command-taken') {
      const command = sent.get(message.id);
      if (command !== undefined) command.isTaken = true;
      command?.taken.resolve(true);
    }
    if (message.type === 'command-done') sent.get(message.id)?.answer.resolve(message.result);
    if (message.type === 'command-failed')
      sent.get(message.id)?.answer.reject(new FailureError(message.failure));
  });

  return {
    owned: lose,
    send: async (session, name, args) => {
      const id = ids.next<string>();
      const command: Sent = {
        session,
        taken: deferred<boolean>(),
        answer: deferred<unknown>(),
        isTaken: false,
      };
      command.answer.promise.catch(() => undefined); // heard below, once it was taken
      sent.set(id, command);
      const until = clock.now() + 2 * ACKNOWLEDGED_MS;
      try {
        for (let attempt = 0; attempt < 2; attempt += 1) {
          // The owner went away and the session came to us.
          if (ports.epochOf(session) !== undefined) return await ports.run(name, session, args);
          const epoch = (await log.head(session))?.epoch ?? 0;
          channel.post({ type: 'command', session, id, epoch, until, name, args });
          const late = deferred<boolean>();
          const cancel = clock.after(ACKNOWLEDGED_MS, () => late.resolve(false));
          const isTaken = await Promise.race([command.taken.promise, late.promise]);
          cancel();
          if (isTaken) return await command.answer.promise;
        }
        if (ports.epochOf(session) !== undefined) return await ports.run(name, session, args);
        throw new FailureError(failure('not-owner', 'the tab that runs this session does not answer'));
      } finally {
        sent.delete(id);
      }
    },
  };
}
