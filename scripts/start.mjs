// `npm start`: installs and builds what is missing, serves the app, opens it. PORT and BROWSER=none are obeyed.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { startServer } from './serve.mjs';

/** Best effort: without a desktop the printed address is enough. @param {string} url */
function openBrowser(url) {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return;
  const child = spawn(command ?? 'open', args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

await ensureDependencies();
const built = await ensureBuilt();
if (built.code !== 0) {
  console.error(built.output);
  console.error('The build failed; its message is above.');
  process.exit(1);
}

const asked = process.env['PORT'];
const port = asked === undefined || asked === '' ? 4173 : Number(asked);
try {
  const { url, close } = await startServer({ port, orNext: asked === undefined || asked === '' });
  console.log(`Bowline is at ${url}  (Ctrl-C ends it)`);
  if (process.env['BROWSER'] !== 'none' && !process.env['CI']) openBrowser(url);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void close().then(() => process.exit(0)));
} catch (error) {
  console.error(`Port ${port} can't be used: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
