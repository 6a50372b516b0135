// The command of a kept request: nothing in it is run by the shell but the key's variable.

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl } from './curl.ts';

it('a shell hands curl exactly what was sent, with the key filled in', () => {
  const command = asCurl({
    method: 'POST',
    url: 'https://a.example/v1?key=$KEY&x=1',
    headers: [['authorization', 'Bearer $KEY']],
    body: `{"text":"it's $HOME \`date\` \\n привет"}`,
  });
  const shell = `curl() { printf '%s\\0' "$@"; }; KEY=sk-1; ${command}`;
  const words = execFileSync('sh', ['-c', shell], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(words).toEqual([
    '-X',
    'POST',
    'https://a.example/v1?key=sk-1&x=1',
    '-H',
    'authorization: Bearer sk-1',
    '--data-raw',
    `{"text":"it's $HOME \`date\` \\n привет"}`,
  ]);
});
