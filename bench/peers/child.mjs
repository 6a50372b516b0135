// One peer, one scenario, one fresh process: a short warm-up, then the measured run. Prints one JSON line.
import { pathToFileURL } from 'node:url';
import { newStat } from './script.mjs';

const [file, json] = process.argv.slice(2);
const scenario = JSON.parse(json);
const { run } = await import(pathToFileURL(file).href);
await run({ ...scenario, turns: Math.min(scenario.turns, 20), deltas: Math.min(scenario.deltas, 500), toolMs: 0 }, newStat());
globalThis.gc?.();

const stat = newStat();
const cpu = process.cpuUsage();
const from = performance.now();
await run(scenario, stat);
const ms = performance.now() - from;
const { user, system } = process.cpuUsage(cpu);

// A loop that skipped work is not fast.
const wanted = { replies: scenario.turns + 1, tools: scenario.turns * scenario.parallel, deltas: scenario.deltas };
for (const [name, count] of Object.entries(wanted)) {
  if (stat[name] !== count) throw new Error(`${name}: ${stat[name]} instead of ${count}`);
}
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, mostActive: stat.mostActive }));
process.exit(0);
