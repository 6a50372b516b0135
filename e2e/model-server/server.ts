// A scripted model on loopback that speaks one vendor's wire and judges every request it gets.
// It is a witness outside the product: it records, derives its next step from the results it was sent, and
// answers 400 to what a vendor would refuse. It holds no rules of its own (wire-*.ts, validate-*.ts, witness.ts do).

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sendAnswer, sendPlain } from './answer.ts';
import { type Conversation, converse } from './conversation.ts';
import { type Cors, corsHeaders, isAllowedOrigin, preflight } from './cors.ts';
import { createArrivals } from './gate.ts';
import { type ChatRecord, describeProblem, type Hit, openRecord } from './recorded.ts';
import { type Reply, say } from './reply.ts';
import { type AnswerHead, type Asked, jsonPlain, type Seals, sentCalls, type VendorWire } from './wire.ts';
import { chatWire } from './wire-chat.ts';
import { createWitness } from './witness.ts';

/** The next step of the model, from what it was sent. May wait; a throw is a violation and answers 500. */
export type Script = (conversation: Conversation) => Reply | Promise<Reply>;

export type ModelServerOptions = {
  script: Script;
  /** Default: OpenAI Chat Completions. */
  wire?: VendorWire;
  /** Answers requests that offer no tools (titles, summaries). Default: a short sentence. */
  aside?: Script;
  models?: readonly string[];
  /** When set, a request that does not carry it in the vendor's way gets 401. */
  apiKey?: string;
  /** Origins that CORS admits. Default: any, reflected exactly. */
  origins?: readonly string[];
  port?: number;
  maxBytes?: number;
};

export type ModelServer = {
  /** `http://127.0.0.1:PORT/v1` or as the wire has it, what a person types as base URL. */
  readonly baseUrl: string;
  readonly origin: string;
  /** Chat requests, oldest first. */
  readonly requests: readonly ChatRecord[];
  readonly requestCount: number;
  /** Every request of any kind, preflights included. */
  readonly hits: readonly Hit[];
  /** Seals (signatures, encrypted thinking) that went out. */
  readonly seals: Seals;
  /** What the judge or the witness found wrong, in words. A test that ends with any has failed. */
  readonly violations: readonly string[];
  play(script: Script): void;
  /** The next chat request that no earlier wait has taken; requests without tools are passed over. */
  nextRequest(wanted?: (record: ChatRecord) => boolean, timeoutMs?: number): Promise<ChatRecord>;
  /** Resolves when `ms` pass without a chat request; rejects at once on one. */
  quiet(ms: number): Promise<void>;
  close(): Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Opaque to whoever holds it: long, base64, and no two alike. */
const sealOf = (covers: string): string =>
  Buffer.from(`${randomUUID()}:${covers.length}:${randomUUID()}`).toString('base64');

export const startModelServer = async (options: ModelServerOptions): Promise<ModelServer> => {
  let { script } = options;
  const aside = options.aside ?? (() => say('A short sentence.'));
  const models = options.models ?? ['scripted'];
  const wire = options.wire ?? chatWire;
  const cors: Cors = { origins: options.origins, granted: wire.granted };
  const chats = createArrivals<ChatRecord>('chat request');
  const hits: Hit[] = [];
  const violations: string[] = [];
  const seals = new Map<string, string>();
  const witness = createWitness();

  const chat = async (
    request: IncomingMessage,
    response: ServerResponse,
    gone: Promise<void>,
  ): Promise<void> => {
    const { headers, url = '' } = request;
    const text = await readBody(request);
    const body = parse(text);
    const asked: Asked = { path: url, headers, text, body };
    const index = chats.all.length;
    const { maxBytes } = options;
    const problems = wire.judge(asked, { seals, ...(maxBytes === undefined ? {} : { maxBytes }) });
    const conversation = converse(wire.read(asked), index);
    const { record, end } = openRecord({
      index,
      at: Date.now(),
      headers,
      text,
      body,
      conversation,
      problems,
    });
    void gone.then(() => end('aborted'));
    chats.push(record);

    const line = { response, headers: corsHeaders(request, cors), gone };
    const wrong = problems.filter((problem) => problem.severity === 'error');
    violations.push(...wrong.map((problem) => describeProblem(index, problem)));
    violations.push(...witness.observe(conversation, text).map((words) => `request ${index}: ${words}`));
    const [first] = wrong;
    if (first !== undefined) {
      sendPlain(line, wire.refuse(400, first));
      end('refused');
      return;
    }
    const reply = await (conversation.mayCall ? script : aside)(conversation);
    if (reply.kind === 'plain') {
      end(sendPlain(line, reply));
      return;
    }
    const calls = sentCalls(reply.calls);
    const sealed: string[] = [];
    const head: AnswerHead = {
      id: randomUUID(),
      model: conversation.model,
      created: Math.floor(Date.now() / 1000),
      promptChars: text.length,
      asked,
      seal: (covers) => {
        const seal = sealOf(covers);
        seals.set(seal, covers);
        sealed.push(seal);
        return seal;
      },
    };
    // The answer is encoded when it is sent; the witness keeps the list, not what is in it now.
    witness.sent(calls, sealed);
    end(await sendAnswer(line, reply, calls, head, wire));
  };

  const route = async (
    request: IncomingMessage,
    response: ServerResponse,
    gone: Promise<void>,
  ): Promise<void> => {
    const method = request.method ?? '';
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    hits.push({ method, path, origin: request.headers.origin, at: Date.now() });
    const line = { response, headers: corsHeaders(request, cors), gone };
    if (method === 'OPTIONS') {
      const { headers, refused } = preflight(request, cors);
      for (const name of refused) violations.push(`preflight: no vendor need admit the header ${name}`);
      response.writeHead(204, headers).end();
      return;
    }
    if (!isAllowedOrigin(request, cors)) {
      sendPlain(line, wire.refuse(403, { message: 'Origin not allowed' }));
      return;
    }
    if (options.apiKey !== undefined && wire.keyOf(request.headers) !== options.apiKey) {
      sendPlain(line, wire.refuse(401, { message: 'Incorrect API key provided' }));
      return;
    }
    for (const [name, form] of Object.entries(wire.headersOf(request.headers))) {
      if (form.test(String(request.headers[name]))) continue;
      violations.push(`${method} ${path}: the header ${name} is missing or not ${form.source}`);
      sendPlain(line, wire.refuse(400, { message: `${name}: header is required` }));
      return;
    }
    if (method === 'POST' && wire.isTurn(path)) {
      await chat(request, response, gone);
      return;
    }
    const body = method === 'POST' ? parse(await readBody(request)) : undefined;
    const found = wire.lookUp(method, path, models, body);
    sendPlain(
      line,
      found === undefined ? wire.refuse(404, { message: `Unknown path ${path}` }) : jsonPlain(found),
    );
  };

  const server = createServer((request, response) => {
    const gone = new Promise<void>((resolve) => {
      response.on('close', () => resolve());
    });
    route(request, response, gone).catch((error: unknown) => {
      violations.push(`the script failed: ${String(error)}`);
      if (!response.headersSent) response.writeHead(500, corsHeaders(request, cors));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server has no port');
  const origin = `http://127.0.0.1:${address.port}`;

  return {
    origin,
    baseUrl: `${origin}${wire.base}`,
    requests: chats.all,
    get requestCount() {
      return chats.all.length;
    },
    hits,
    seals,
    violations,
    play: (next) => {
      script = next;
    },
    nextRequest: (wanted = () => true, timeoutMs) =>
      chats.next((record) => record.conversation.mayCall && wanted(record), timeoutMs),
    quiet: chats.quiet,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
