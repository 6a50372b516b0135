import { expect, test } from 'vitest';
import { createContextBuilder } from './context.ts';
import type { ModelRequest, Provider } from './provider.ts';
import { fakeTool, said } from './testing/fake-tools.ts';
import { createRig, type Rig } from './testing/run-rig.ts';
import { call, resolved, scriptedModel } from './testing/scripted-model.ts';

const bytes = (value: unknown): string => JSON.stringify(value);

async function longRun(turns: number): Promise<Rig> {
  const rig = await createRig({
    script: [
      (_request, index) =>
        index < turns - 1 ? { ...call('read', { index }), text: `step ${index}` } : 'done',
    ],
    tools: [fakeTool('read', { run: (input) => said(`found ${bytes(input)}`) })],
    spec: { maxTurns: turns + 1 },
  });
  await rig.finish();
  return rig;
}

test('system prompt and tools are the same bytes in every request of a run', async () => {
  const { requests } = (await longRun(6)).model;
  const frozen = ({ system, tools, model, sessionKey }: ModelRequest): string =>
    bytes({ system, tools, model, sessionKey });
  expect(new Set(requests.map(frozen)).size).toBe(1);
});

test('each request begins with the whole of the one before, byte for byte', async () => {
  const { requests } = (await longRun(12)).model;
  expect(requests).toHaveLength(12);
  for (const [index, { messages }] of requests.entries()) {
    const before = requests[index - 1]?.messages ?? [];
    expect(bytes(messages.slice(0, before.length))).toBe(bytes(before));
  }
});

test('a message of the person keeps its words and its date in every later request', async () => {
  const { requests } = (await longRun(3)).model;
  expect(new Set(requests.map(({ messages }) => bytes(messages[0]))).size).toBe(1);
  expect(bytes(requests[0]?.messages[0])).toContain('2025-06-15');
});

/** Says what it must and looks at nothing, so that only the engine's own work is counted. */
function plainModel(turns: number): Provider {
  const { stamp, complete, validateAuth } = scriptedModel([]);
  let asked = 0;
  return {
    id: 'plain',
    stamp,
    complete,
    validateAuth,
    stream: async function* () {
      asked++;
      if (asked < turns) {
        yield { type: 'tool-input-start', id: 'c', tool: 'read' };
        yield { type: 'tool-input-delta', id: 'c', delta: `{"at":${asked}}` };
        yield { type: 'tool-input-end', id: 'c', callId: '' };
        yield { type: 'end', stop: 'tool-calls' };
      } else {
        yield { type: 'text-start', id: 't' };
        yield { type: 'text-delta', id: 't', delta: 'done' };
        yield { type: 'end', stop: 'stop' };
      }
    },
  };
}

test('200 turns cost about four times what 50 do: history is not built anew each turn', async () => {
  const work = async (turns: number): Promise<number> => {
    let fenced = 0;
    const rig = await createRig({
      tools: [fakeTool('read', { run: () => ({ ok: true, text: 'x', provenance: 'workspace' }) })],
      spec: { model: resolved(plainModel(turns)), maxTurns: turns + 1 },
      seams: {
        context: createContextBuilder((text) => {
          fenced++;
          return text;
        }),
      },
    });
    const { status } = await rig.finish();
    expect(status).toBe('done');
    return fenced + rig.entries().length;
  };
  const [short, long] = [await work(50), await work(200)];
  expect(long / short).toBeLessThanOrEqual(4.2);
});
