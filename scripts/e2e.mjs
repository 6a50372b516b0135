// `npm run e2e [-- playwright options]` on a fresh build. `npm run soak [-- N]` runs only the journeys tagged @soak,
// which read from SOAK how often they repeat (200 here; without it they choose a small number themselves).
import { createServer } from 'node:net';
import { ensureBuilt } from './build.mjs';
import { ensureChromium, ensureDependencies } from './install.mjs';
import { binOf, run } from './project.mjs';

/** @returns {Promise<string>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(String(typeof address === 'object' && address !== null ? address.port : 4174)));
    });
  });
}

await ensureDependencies();
await ensureChromium();
const built = await ensureBuilt();
if (built.code !== 0) {
  console.error(built.output);
  process.exit(1);
}

const options = process.argv.slice(2);
/** @type {Record<string, string>} */
const env = { E2E_PORT: await freePort() };
if (options[0] === '--soak') {
  options.shift();
  env['SOAK'] = /^\d+$/.test(options[0] ?? '') ? (options.shift() ?? '') : '200';
  options.push('--grep', '@soak', '--timeout', '0');
}
let code = 0;
if (options.length > 0) {
  ({ code } = await run(binOf('playwright'), ['test', ...options], { env }));
} else {
  // One after the other: what measures time has the machine to itself.
  for (const project of ['journeys', 'timed']) {
    const part = await run(binOf('playwright'), ['test', `--project=${project}`], {
      env: { ...env, E2E_PART: `e2e-${project}` },
    });
    code ||= part.code;
  }
}
process.exit(code);
