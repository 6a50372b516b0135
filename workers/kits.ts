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
  /** Of the model of that name; undefined where it is not known. */
  windowOf(model: string): Promise<number | undefined>;
  grantsChanged(): void;
}

export interface Kits {
  readonly kit: RoomPorts['kit'];
  /** What is consented to for the runs of this tab, newest kit of each session. */
  grants(): readonly RunGrant[];
}

/** With less, instructions and tools alone would fill the window: one tool and few words are what fits. */
const SMALL_WINDOW = 8_192;
const SMALL_TOOLS: readonly string[] = ['read_file'];

export function createKits(ports: KitPorts): Kits {
  const { guard, workspaces, todos, attended, windowOf, grantsChanged } = ports;
  const granted = new Map<SessionId, readonly RunGrant[]>();

  const kit: RoomPorts['kit'] = async (session, run, setup, entries) => {
    const workspace = await workspaces.open(setup.workspace);
    if (workspace === undefined) {
      return failure('not-found', `there is no workspace ${setup.workspace}`, {
        facts: { workspace: setup.workspace },
      });
    }
    // With the rooms that ask for it, which the first screen does without.
    const { AGENT_PROMPT, FILES_KNOWN, SMALL_AGENT_PROMPT, WORKSPACE_PROMPT } = await import(
      '../src/features/rooms/rooms.ts'
    );
    const { createAskDesk } = await import('../src/features/asking/asking.ts');
    await guard.load();
    workspace.loadBases(session, entries);
    for (const entry of entries) workspace.seeAttachments(entry);
    const started = entries.find(({ event }) => event.type === 'run-start' && event.run === run)?.event;
    const window = await windowOf(started?.type === 'run-start' ? started.model : setup.model);
    const small = window !== undefined && window < SMALL_WINDOW;
    const trusted = !small && (await workspaces.areRulesOn(setup.workspace));
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
        ...[small ? SMALL_AGENT_PROMPT : AGENT_PROMPT, WORKSPACE_PROMPT(name, writable), guard.prompt],
        ...(rules === undefined ? [] : [rules.prompt]),
      ].join('\n\n'),
      ...(rules === undefined ? {} : { opening: [rules.event] }),
      tools: createToolRegistry(
        small ? tools.filter((tool) => SMALL_TOOLS.includes(tool.name)) : [...tools, todo.tool],
      ),
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
