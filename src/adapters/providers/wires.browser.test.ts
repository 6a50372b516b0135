// Every wire in a real browser: the packages need no shims there, and read a real stream of the platform.

import { expect, it } from 'vitest';
import { assemble, collect, cut, eventStream, question, serve } from './fixtures/server.ts';
import { vendors } from './fixtures/vendors.ts';

const never = new AbortController().signal;

it.each(vendors)('$name', async ({ name, wire, baseUrl, quirks, traits, body, contentType }) => {
  const { provider, sent } = await serve(
    ({ url }) =>
      url.endsWith('/api/show')
        ? Response.json({ capabilities: ['completion', 'tools', 'thinking'] })
        : eventStream(cut(new TextEncoder().encode(body), 7), contentType),
    {
      provider: name,
      wire,
      baseUrl,
      key: 'k',
      ...(quirks === undefined ? {} : { quirks }),
      ...(traits === undefined ? {} : { traits }),
    },
  );
  const { text, calls, last } = assemble(await collect(provider.stream(question, never)));
  expect({ text, last }).toMatchObject({ text: 'Looking.', last: { type: 'end', stop: 'tool-calls' } });
  expect(calls.map(({ tool }) => tool)).toEqual(['list_files', 'read_file']);
  expect(sent.length).toBeGreaterThan(0);
});
