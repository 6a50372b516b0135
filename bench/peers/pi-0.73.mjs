import { Agent } from '@mariozechner/pi-agent-core';
import { AssistantMessageEventStream, Type } from '@mariozechner/pi-ai';
import { createRun } from './pi-agent.mjs';

export const run = createRun(Agent, () => new AssistantMessageEventStream(), Type.Object({ path: Type.String() }));
