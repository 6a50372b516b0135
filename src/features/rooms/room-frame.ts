// What the commands of a room stand on: commands of one session one after the other, its appends, its runs' starts.
// Types only; `rooms.ts` makes it.

import type { Draft, Entry } from '../../engine/events.ts';
import type { SessionId } from '../../engine/ids.ts';
import type { LiveRun, Start } from './perform.ts';
import type { RoomPorts } from './room-ports.ts';

export interface Room {
  live: LiveRun | undefined;
  /** Commands on one session come one after the other. */
  turn: Promise<unknown>;
  /** A message or a reply is on its way into the place of another one. */
  replacing?: { readonly what: string; readonly done: Promise<void> };
}

export interface RoomFrame {
  readonly ports: RoomPorts;
  /** Durable; the live run hears of it. */
  append(session: SessionId, drafts: readonly Draft[]): Promise<readonly Entry[]>;
  inTurn<T>(session: SessionId, work: (room: Room) => Promise<T>): Promise<T>;
  /** Contract: in turn, with no live run. Resolves once the run is on record and under way. */
  start(session: SessionId, room: Room, cause: Start, before: readonly Draft[]): Promise<void>;
}
