// What `node e2e/model-server/start.mjs [script] [port]` runs: starts the scripted model for a person to connect to.
// Tests do not use this file.

import process from 'node:process';
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

const [name = 'append', port = '8080'] = process.argv.slice(2);
const script = scripts[name];
if (script === undefined) {
  process.stderr.write(`no script ${name}; there are: ${Object.keys(scripts).join(', ')}\n`);
  process.exitCode = 1;
} else {
  const server = await startModelServer({ script, port: Number(port) });
  process.stdout.write(`${server.baseUrl} plays ${name}\n`);
}
