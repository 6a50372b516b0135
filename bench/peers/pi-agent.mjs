// Drives a pi agent (both generations have this interface) with the mock model.
import { breathe, execTool, reply, tok } from './script.mjs';

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const model = {
  id: 'mock',
  name: 'mock',
  provider: 'mock',
  api: 'openai-completions',
  baseUrl: 'http://127.0.0.1:9',
  input: ['text'],
  reasoning: false,
  contextWindow: 1e9,
  maxTokens: 1e6,
  cost: free,
};

async function speak(stream, scenario, stat) {
  const { calls, deltas } = reply(scenario, stat.replies++);
  const message = {
    role: 'assistant',
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
    timestamp: Date.now(),
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: free },
  };
  const say = (event) => stream.push({ ...event, partial: message });
  say({ type: 'start' });
  if (deltas > 0) {
    const block = { type: 'text', text: '' };
    message.content.push(block);
    say({ type: 'text_start', contentIndex: 0 });
    for (let i = 0; i < deltas; i++) {
      if (i % 64 === 0) await breathe();
      block.text += tok(i);
      stream.push({ type: 'text_delta', contentIndex: 0, delta: tok(i), partial: message });
    }
    say({ type: 'text_end', contentIndex: 0, content: block.text });
  }
  for (const { id, name, args } of calls) {
    const toolCall = { type: 'toolCall', id, name, arguments: args };
    const contentIndex = message.content.push(toolCall) - 1;
    say({ type: 'toolcall_start', contentIndex });
    say({ type: 'toolcall_end', contentIndex, toolCall });
  }
  stream.push({ type: 'done', reason: message.stopReason, message });
  stream.end();
}

export const createRun = (Agent, createStream, parameters) => async (scenario, stat) => {
  const read = {
    name: 'read',
    label: 'read',
    description: 'Reads a file.',
    parameters,
    execute: async () => ({ content: [{ type: 'text', text: await execTool(scenario, stat) }], details: {} }),
  };
  const agent = new Agent({
    initialState: { systemPrompt: 'You read files.', model, tools: [read], messages: [] },
    streamFn: () => {
      const stream = createStream();
      void speak(stream, scenario, stat);
      return stream;
    },
  });
  agent.subscribe((event) => {
    if (event.type === 'message_update' && event.assistantMessageEvent.type === 'text_delta') stat.deltas++;
  });
  await agent.prompt('go');
  const failed = agent.state.errorMessage ?? agent.state.error;
  if (failed) throw new Error(String(failed));
};
