// What a run works with: prompt, tools and gate state, put together from the features for one run of one session.

import { failure } from '../src/engine/failures.ts';
import type { SessionId } from '../src/engine/ids.ts';
import { type AnyTool, createToolRegistry } from '../src/engine/tool.ts';
import { foldGuard, NO_GUARD, type RunGrant } from '../src/features/guard/fold.ts';
import type { Guard } from '../src/features/guard/guard.ts';
import type { RoomPorts } from '../src/features/rooms/rooms.ts';
import type { TodoLists } from '../src/features/todo/todo.ts';
import { touchedFiles } from '../src/features/workspace/fold.ts';
import type { Workspaces } from './workspaces.ts';

export interface KitPorts {
  readonly guard: Guard;
  readonly workspaces: Workspaces;
  /** The lists that agents and the person change. */
  todos(): Promise<TodoLists>;
  readonly attended: boolean;
  grantsChanged(): void;
}

export interface Kits {
  readonly kit: RoomPorts['kit'];
  /** What is consented to for the runs of this tab, newest kit of each session. */
  grants(): readonly RunGrant[];
}

export function createKits({ guard, workspaces, todos, attended, grantsChanged }: KitPorts): Kits {
  const granted = new Map<SessionId, readonly RunGrant[]>();

  const kit: RoomPorts['kit'] = async (session, run, setup, entries) => {
    const workspace = await workspaces.open(setup.workspace);
    if (workspace === undefined) {
      return failure('not-found', `there is no workspace ${setup.workspace}`, {
        facts: { workspace: setup.workspace },
      });
    }
    // With the rooms that ask for it, which the first screen does without.
    const { AGENT_PROMPT, FILES_KNOWN, WORKSPACE_PROMPT } = await import('../src/features/rooms/rooms.ts');
    const { createAskDesk } = await import('../src/features/asking/asking.ts');
    await guard.load();
    workspace.loadBases(session, entries);
    for (const entry of entries) workspace.seeAttachments(entry);
    const trusted = await workspaces.areRulesOn(setup.workspace);
    const rules = trusted ? await workspace.rules.inPrompt() : undefined;
    if (trusted) {
      // A run that goes on has the prompt that it began with, rules or not.
      const begun = entries.some(({ event }) => event.type === 'run-start' && event.run === run);
      workspace.rules.follow(run, entries, begun || rules === undefined ? [] : [rules.event]);
    }
    const touched = touchedFiles(entries);
    const asking = createAskDesk(attended, entries);
    const todo = (await todos()).desk(session, entries);
    const tools: readonly AnyTool[] = [...workspace.tools, asking.tool].map(todo.wrap);
    let fold = entries.reduce(foldGuard, NO_GUARD);
    let { mode } = setup;
    granted.set(session, fold.grants);
    const { name, writable } = workspace.space;
    return {
      system: [
        ...[AGENT_PROMPT, WORKSPACE_PROMPT(name, writable), guard.prompt],
        ...(rules === undefined ? [] : [rules.prompt]),
      ].join('\n\n'),
      ...(rules === undefined ? {} : { opening: [rules.event] }),
      tools: createToolRegistry([...tools, todo.tool]),
      gateState: () => guard.state(mode, fold, run),
      known: () =>
        [todo.known(), FILES_KNOWN(touched.read, touched.changed)].filter((part) => part !== '').join('\n'),
      open: todo.open,
      take: (entry) => {
        workspace.seeAttachments(entry);
        touched.take(entry);
        asking.take(entry);
        todo.take(entry);
        const { grants } = fold;
        fold = foldGuard(fold, entry);
        // The person may switch the mode under a run; prompt and tools stay as they were.
        if (entry.event.type === 'setup') mode = entry.event.mode ?? mode;
        if (fold.grants === grants) return;
        granted.set(session, fold.grants);
        grantsChanged();
      },
    };
  };
  return { kit, grants: () => [...granted.values()].flat() };
}
