// A vendor that gives pages a key for a code (OAuth with PKCE), on loopback: says yes or no at once as it is told, holds
// each code to the challenge that it was asked for with, and takes it once.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export interface SignInServer {
  readonly origin: string;
  /** What a person types as base URL. */
  readonly baseUrl: string;
  /** Where people were sent back to, oldest first. */
  readonly returns: readonly string[];
  readonly keys: readonly string[];
  /** What the next one who comes is told. */
  answer: 'yes' | 'no' | 'stale-code';
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

export async function startSignInServer(): Promise<SignInServer> {
  const challenges = new Map<string, string>();
  const returns: string[] = [];
  const keys: string[] = [];
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { ...cors, 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...cors, 'access-control-allow-private-network': 'true' });
      response.end();
    } else if (url.pathname === '/auth') {
      const back = new URL(url.searchParams.get('callback_url') ?? '');
      const code = randomUUID();
      const challenge = url.searchParams.get('code_challenge') ?? '';
      const isHashed = url.searchParams.get('code_challenge_method') === 'S256' && challenge.length === 43;
      if (isHashed && state.answer === 'yes') challenges.set(code, challenge);
      if (state.answer === 'no') back.searchParams.set('error', 'access_denied');
      else back.searchParams.set('code', code);
      returns.push(back.href);
      response.writeHead(302, { location: back.href });
      response.end();
    } else if (url.pathname === '/api/v1/auth/keys') {
      void bodyOf(request).then(({ code, code_verifier: verifier }) => {
        const hash = createHash('sha256').update(String(verifier)).digest('base64url');
        const wanted = challenges.get(String(code));
        challenges.delete(String(code));
        if (wanted !== hash) return json(403, { error: 'Invalid code or code_verifier' });
        const key = `sk-or-${randomUUID()}`;
        keys.push(key);
        json(200, { key, user_id: 'u' });
      });
    } else if (url.pathname === '/api/v1/models') {
      const sent = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (keys.includes(sent)) json(200, { data: [{ id: 'vendor/model-one' }] });
      else json(401, { error: { message: 'No auth credentials found' } });
    } else json(404, {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const state: SignInServer = {
    origin,
    baseUrl: `${origin}/api/v1`,
    returns,
    keys,
    answer: 'yes',
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return state;
}
