// A kept request as a command for a terminal. The key is a variable of the shell that the person sets; everything else
// stands in single quotes, where a shell leaves it alone.

import type { KeptCall } from '../protocol/host.ts';

export function asCurl({
  method,
  url,
  headers,
  body,
}: Pick<KeptCall, 'method' | 'url' | 'headers' | 'body'>): string {
  const lines = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X ${method} ${quoted(url)}`, ...lines, `--data-raw ${single(body)}`].join(' \\\n  ');
}

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** In double quotes where the key's variable is to be filled in. */
function quoted(text: string): string {
  if (!text.includes('$KEY')) return single(text);
  return text
    .split('$KEY')
    .map((part) => (part === '' ? '' : single(part)))
    .join('"$KEY"');
}
