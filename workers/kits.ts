// What a run works with: prompt, tools and gate state, put together from the features for one run of one session.

import { failure } from '../src/engine/failures.ts';
import { createToolRegistry } from '../src/engine/tool.ts';
import { foldGuard, NO_GUARD } from '../src/features/guard/fold.ts';
import type { Guard } from '../src/features/guard/guard.ts';
import { AGENT_PROMPT, type RoomPorts, WORKSPACE_PROMPT } from '../src/features/rooms/rooms.ts';
import type { Workspaces } from './workspaces.ts';

export function createKits(guard: Guard, workspaces: Workspaces): RoomPorts['kit'] {
  return async (session, run, setup, entries) => {
    const workspace = await workspaces.open(setup.workspace);
    if (workspace === undefined) {
      return failure('not-found', `there is no workspace ${setup.workspace}`, {
        facts: { workspace: setup.workspace },
      });
    }
    await guard.load();
    workspace.loadBases(session, entries);
    let fold = entries.reduce(foldGuard, NO_GUARD);
    const { name, writable } = workspace.space;
    return {
      system: [AGENT_PROMPT, WORKSPACE_PROMPT(name, writable), guard.prompt].join('\n\n'),
      tools: createToolRegistry(workspace.tools),
      gateState: () => guard.state(setup.mode, fold, run),
      take: (entry) => {
        fold = foldGuard(fold, entry);
      },
    };
  };
}
