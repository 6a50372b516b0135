// What the mock model says and what the mock tool does, the same for every peer of a scenario
// { turns, parallel, toolMs, resultBytes, deltas }: `turns` replies with `parallel` calls each, then one of text.

/** What reply number `k` (from 0) consists of. */
export function reply(scenario, k) {
  if (k >= scenario.turns) return { calls: [], deltas: scenario.deltas || 1 };
  const calls = [];
  for (let i = 0; i < scenario.parallel; i++) {
    calls.push({ id: `call_${k}_${i}`, name: 'read', args: { path: `file-${k}-${i}.txt` } });
  }
  return { calls, deltas: 0 };
}

export const tok = (i) => ` tok${i % 97}`;

/** A network lets the event loop turn now and then; so does the mock, before every 64th delta. */
export const breathe = () => new Promise((turn) => setImmediate(turn));

const bodies = new Map();

export async function execTool(scenario, stat) {
  stat.active++;
  stat.mostActive = Math.max(stat.mostActive, stat.active);
  if (scenario.toolMs > 0) await new Promise((done) => setTimeout(done, scenario.toolMs));
  stat.active--;
  stat.tools++;
  let body = bodies.get(scenario.resultBytes);
  if (body === undefined) bodies.set(scenario.resultBytes, (body = 'x'.repeat(scenario.resultBytes)));
  return body;
}

export const newStat = () => ({ replies: 0, tools: 0, deltas: 0, active: 0, mostActive: 0 });
