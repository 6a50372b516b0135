// Commands on a session run in the tab that owns it: here, or there. Which tab that is, the hub knows.

import type { SessionId } from '../src/engine/ids.ts';
import type { HostApi } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';
import type { SessionHub } from './session-hub.ts';
import { createTabCommands, type TabCommands } from './tab-commands.ts';

type SessionCall<Rest extends readonly unknown[], Result> = (
  session: SessionId,
  ...rest: Rest
) => Promise<Result>;
type Wrap = <Rest extends readonly unknown[], Result>(
  name: keyof HostApi,
  call: SessionCall<Rest, Result>,
) => SessionCall<Rest, Result>;

export interface OwnerCalls {
  /** A command of the session that the page stands in. */
  readonly owning: Wrap;
  /** A command on any session: one that the page hasn't opened is given up again after it. */
  readonly visiting: Wrap;
  readonly commands: TabCommands;
  opened(session: SessionId): void;
  closed(session: SessionId): void;
}

export interface OwnerCallPorts {
  readonly platform: Pick<Platform, 'channel' | 'clock' | 'ids' | 'log'>;
  /** Asked for at each call: the hub is made after this. */
  hub(): SessionHub;
  /** Settings are there. */
  readonly loaded: Promise<void>;
}

export function createOwnerCalls({ platform, hub, loaded }: OwnerCallPorts): OwnerCalls {
  const owners = new Map<string, (session: SessionId, args: readonly unknown[]) => Promise<unknown>>();
  const open = new Set<SessionId>();
  const commands = createTabCommands({
    ...platform,
    epochOf: (session) => hub().epochOf(session),
    run: async (name, session, args) => owners.get(name)?.(session, args),
  });
  const owning: Wrap = <Rest extends readonly unknown[], Result>(
    name: keyof HostApi,
    call: SessionCall<Rest, Result>,
  ): SessionCall<Rest, Result> => {
    // Sent by a tab of the same build.
    owners.set(name, (session, args) => call(session, ...(args as Rest)));
    return async (session, ...rest) => {
      await loaded;
      if ((await hub().open(session)) === 'owner') return call(session, ...rest);
      return (await commands.send(session, name, rest)) as Result;
    };
  };
  return {
    owning,
    visiting: (name, call) => {
      const command = owning(name, call);
      return async (session, ...rest) => {
        try {
          return await command(session, ...rest);
        } finally {
          if (!open.has(session)) hub().close(session);
        }
      };
    },
    commands,
    opened: (session) => {
      open.add(session);
    },
    closed: (session) => {
      open.delete(session);
    },
  };
}
