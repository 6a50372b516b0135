// A model server on loopback that does wrong what it is told to, on every wire at once, and counts what it was really
// asked. It breaks connections for real (a TCP reset) and holds no expectation of its own.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { GOOD, type MakeStep, type Step } from './fault-kinds.ts';
import type { FaultWire } from './fault-story.ts';
import { WRITERS } from './fault-wires.ts';

/** A request for a model's answer, as it came in. */
export interface FaultHit {
  readonly wire: FaultWire;
  readonly key: string | undefined;
  readonly body: string;
}

/** Where the server stands when it is about to break the connection or has fallen silent. */
export type Stage = 'asked' | 'headed' | 'opened' | 'said';

export interface Pause {
  readonly stage: Stage;
  readonly then: 'reset' | 'hang';
}

export interface FaultServerOptions {
  /** The nth request gets the nth step; then `after`, which is `GOOD` where missing. */
  readonly steps: readonly MakeStep[];
  readonly after?: MakeStep;
  /** Before a reset, and at a silence; a reset waits for it, so that what was said before has been heard. */
  readonly paused?: (pause: Pause) => Promise<void>;
}

export interface FaultServer {
  readonly origin: string;
  /** What a person types as base URL. */
  baseUrl(wire: FaultWire): string;
  /** Requests for an answer, oldest first; lists, look-ups and tokens are not among them. */
  readonly hits: readonly FaultHit[];
  close(): Promise<void>;
}

const PATHS: Readonly<Record<FaultWire, { readonly base: string; readonly path: RegExp }>> = {
  'openai-chat': { base: '/chat/v1', path: /^\/chat\/v1\/chat\/completions$/ },
  'openai-responses': { base: '/responses/v1', path: /^\/responses\/v1\/responses$/ },
  anthropic: { base: '/anthropic/v1', path: /^\/anthropic\/v1\/messages$/ },
  google: { base: '/google/v1beta', path: /^\/google\/v1beta\/models\/[^/]+:streamGenerateContent$/ },
  ollama: { base: '/ollama', path: /^\/ollama\/api\/chat$/ },
};

const wireAt = (path: string): FaultWire | undefined =>
  (Object.keys(PATHS) as FaultWire[]).find((wire) => PATHS[wire].path.test(path));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function keyIn({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization;
  return typeof given === 'string' ? given.replace(/^Bearer /, '') : undefined;
}

export async function startFaultServer(options: FaultServerOptions): Promise<FaultServer> {
  const hits: FaultHit[] = [];
  const pause = async (stage: Stage, then: 'reset' | 'hang', response: ServerResponse): Promise<void> => {
    await options.paused?.({ stage, then });
    if (then === 'reset') response.socket?.resetAndDestroy();
  };

  const carryOut = async (step: Step, wire: FaultWire, response: ServerResponse): Promise<void> => {
    if (step.does === 'answer') {
      response.writeHead(step.status, { ...step.headers, 'content-type': step.contentType });
      response.end(step.body);
      return;
    }
    if (step.does !== 'stream') return pause('asked', step.does, response);
    const { beats, bare = false, then } = step;
    const written = WRITERS[wire](beats);
    response.writeHead(200, { 'content-type': step.contentType ?? written.contentType });
    response.flushHeaders();
    const text = step.raw ?? [...(bare ? [] : written.open), ...written.said].join('');
    if (text !== '') response.write(text);
    if (then === 'close') response.end();
    else await pause(beats.length > 0 ? 'said' : bare ? 'headed' : 'opened', then, response);
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://faults');
    const body = await readBody(request);
    const wire = request.method === 'POST' ? wireAt(pathname) : undefined;
    if (wire !== undefined) {
      const make = options.steps[hits.length] ?? options.after ?? GOOD;
      hits.push({ wire, key: keyIn(request), body });
      return carryOut(make(wire), wire, response);
    }
    // What the product looks up beside the answers.
    const value = pathname.endsWith('/api/show')
      ? { capabilities: ['completion', 'tools', 'thinking', 'vision'], model_info: {} }
      : { models: [], data: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

  const server = createServer((request, response) => {
    route(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fault server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    baseUrl: (wire) => origin + PATHS[wire].base,
    hits,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
