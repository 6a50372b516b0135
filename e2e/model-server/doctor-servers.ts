// Servers on loopback that are each ill in one way that a doctor can tell. They answer the list of models only, in the
// vendors' words; which cause that is, is not theirs to say.

import { createServer, type ServerResponse } from 'node:http';

export interface Ill {
  readonly origin: string;
  /** Requests so far, path only. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, path: string) => void;

/** With the header that lets any page read the answer. */
export const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
    response.end(JSON.stringify(body));
  };

/** As Ollama does for an origin that it doesn't know: an answer that no page may read. */
export const withoutCors =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{}');
  };

export const page: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
  response.end('<!doctype html><title>Router</title>');
};

export const silent: Answer = () => undefined;

export async function startIll(answer: Answer, host = '127.0.0.1'): Promise<Ill> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    answer(response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An address of this machine where nothing listens. */
export async function closedPort(): Promise<string> {
  const { origin, close } = await startIll(silent);
  await close();
  return origin;
}
