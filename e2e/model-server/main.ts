// What `node e2e/model-server/start.mjs [script] [port] [wire]` runs: starts the scripted model for a person to connect
// to.
// Tests do not use this file.

import process from 'node:process';
import { allWires } from './all-wires.ts';
import { createGate } from './gate.ts';
import { type Script, startModelServer } from './server.ts';
import {
  alwaysTools,
  catastrophicRegex,
  longText,
  sameCallForever,
  steerable,
  writeOnce,
} from './small-scripts.ts';
import { appendLines, twelveCallTask } from './task-scripts.ts';
import { silent } from './reply.ts';

const opened = createGate();
opened.open();

const scripts: Record<string, Script> = {
  task: twelveCallTask({ folder: 'ports', token: 'dues' }),
  append: appendLines(12),
  tools: alwaysTools,
  loop: sameCallForever,
  write: writeOnce('hello.txt', 'Hello\n'),
  regex: catastrophicRegex(),
  steer: steerable(opened),
  text: longText(400, { paceMs: 20 }),
  silent: () => silent(),
};

const [name = 'append', port = '8080', wireName = 'chat'] = process.argv.slice(2);
const script = scripts[name];
const wire = allWires.find((row) => row.wire.name === wireName)?.wire;
if (script === undefined) {
  process.stderr.write(`no script ${name}; there are: ${Object.keys(scripts).join(', ')}\n`);
  process.exitCode = 1;
} else if (wire === undefined) {
  const names = allWires.map((row) => row.wire.name);
  process.stderr.write(`no wire ${wireName}; there are: ${names.join(', ')}\n`);
  process.exitCode = 1;
} else {
  const server = await startModelServer({ script, wire, port: Number(port) });
  process.stdout.write(`${server.baseUrl} plays ${name}\n`);
}
