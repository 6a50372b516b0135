import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogContract } from '../adapters/event-log.contract.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { createJsonlLog } from './jsonl-log.ts';

eventLogContract('JSON lines', async (clock) => {
  const dir = await mkdtemp(join(tmpdir(), 'bowline-log-'));
  const open = () => createJsonlLog({ dir, fold: foldHead, clock });
  return {
    log: open(),
    reopen: async () => open(),
    async damage(session, seq) {
      const path = join(dir, `${session}.jsonl`);
      const lines = (await readFile(path, 'utf8')).split('\n');
      lines[seq - 1] = '\u0000'.repeat(lines[seq - 1]?.length ?? 0);
      await writeFile(path, lines.join('\n'));
    },
    close: () => rm(dir, { recursive: true }),
  };
});
