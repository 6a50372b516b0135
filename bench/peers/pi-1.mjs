import { Agent } from '@earendil-works/pi-agent-core';
import { AssistantMessageEventStream } from '@earendil-works/pi-ai';
import { createRun } from './pi-agent.mjs';

const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

export const run = createRun(Agent, () => new AssistantMessageEventStream(), parameters);
