// Compares each chat request with those before it. It knows which calls the server sent and which results it has
// seen, so it can say: a result was lost, a finished result was replaced, a call came back changed, or without the
// seals (signatures, encrypted thinking) that went out with it.

import type { Conversation } from './conversation.ts';
import type { SentCall } from './wire.ts';

export type Witness = {
  /** `seals` may still be filled after this. */
  sent(calls: readonly SentCall[], seals: readonly string[]): void;
  /** Violations that this request (`text` is its body) shows, in words; empty when there are none. */
  observe(conversation: Conversation, text: string): string[];
};

const sameArguments = (sent: string, args: Record<string, unknown>): boolean => {
  try {
    return JSON.stringify(JSON.parse(sent)) === JSON.stringify(args);
  } catch {
    // Broken arguments may be repaired on the way back; the judge has seen that they parse.
    return true;
  }
};

export const createWitness = (): Witness => {
  const sentById = new Map<string, SentCall>();
  const sealsById = new Map<string, readonly string[]>();
  const resultById = new Map<string, string>();
  /** Ids by conversation, found again by any id that they share. */
  const threads: Set<string>[] = [];

  return {
    sent: (calls, seals) => {
      for (const call of calls) {
        sentById.set(call.id, call);
        sealsById.set(call.id, seals);
      }
    },
    observe: ({ steps, mayCall }, text) => {
      // A summary or title request may hold any cut of the history.
      if (!mayCall) return [];
      const violations: string[] = [];
      const ids = new Set(steps.map((step) => step.id));
      for (const { id, name, args, result } of steps) {
        const call = sentById.get(id);
        if (call !== undefined && call.name !== name) violations.push(`call ${id} came back as ${name}`);
        if (call !== undefined && !sameArguments(call.args, args))
          violations.push(`arguments of ${name} ${id} came back changed`);
        if (!(sealsById.get(id) ?? []).every((seal) => text.includes(seal)))
          violations.push(`${name} ${id} came back without the seal that went out with it`);
        const before = resultById.get(id);
        if (before !== undefined && before !== result)
          violations.push(`result of ${name} ${id} was replaced`);
        resultById.set(id, result);
      }
      const thread = threads.find((known) => steps.some((step) => known.has(step.id)));
      if (thread === undefined) {
        if (ids.size > 0) threads.push(ids);
        return violations;
      }
      for (const id of thread) if (!ids.has(id)) violations.push(`call ${id} and its result were lost`);
      for (const id of ids) thread.add(id);
      return violations;
    },
  };
};
