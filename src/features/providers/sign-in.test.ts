// Signing in: what the vendor's page is told, and that a code becomes a key once, in time, for the one who asked.

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { HttpScript } from '../../engine/testing/memory-http.ts';
import { harness, models, never } from './fixtures/front.ts';
import { SIGN_IN_MS } from './sign-in.ts';

const returnTo = 'https://app.example/bowline/#/s/1';
const wish = { provider: 'openrouter', baseUrl: 'http://127.0.0.1:9/api/v1', returnTo };
const vendor: HttpScript = ({ url }) =>
  url.endsWith('/auth/keys') ? { body: JSON.stringify({ key: 'sk-or-new' }) } : models('a');

async function asked(script: HttpScript = vendor) {
  const all = harness(script);
  const page = await all.providers.beginSignIn(wish);
  if (typeof page !== 'string') throw new TypeError(page.message);
  const address = new URL(page);
  const back = new URL(address.searchParams.get('callback_url') ?? '');
  const state = back.searchParams.get('state') ?? '';
  return { ...all, address, back, state };
}

it('the vendor’s page is told where to come back to and a hash of the verifier, never the verifier', async () => {
  const { address, back, state, vault, http } = await asked();
  expect(address.origin + address.pathname).toBe('http://127.0.0.1:9/auth');
  expect(back.origin + back.pathname).toBe('https://app.example/bowline/');
  expect(back.searchParams.get('sign-in')).toBe('openrouter');
  expect(address.searchParams.get('code_challenge_method')).toBe('S256');
  const { verifier } = JSON.parse(vault.rows.get('sign-in')?.secret ?? '{}');
  expect(address.searchParams.get('code_challenge')).toBe(
    createHash('sha256').update(verifier).digest('base64url'),
  );
  expect(address.href).not.toContain(verifier);
  expect(state).not.toBe('');
  expect(http.requests).toEqual([]);
});

it('the code becomes a key, once; the account says that it came by signing in', async () => {
  const { providers, state, vault, http } = await asked();
  const answer = { returnTo, state, code: 'c1' };
  expect(await providers.finishSignIn(answer, never)).toMatchObject({
    id: 'openrouter',
    baseUrl: 'http://127.0.0.1:9/api/v1',
    hasKey: true,
    signedIn: true,
  });
  const [exchange] = http.requests;
  expect(exchange).toMatchObject({ url: 'http://127.0.0.1:9/api/v1/auth/keys', purpose: 'sign-in' });
  expect(JSON.parse(String(exchange?.body))).toMatchObject({ code: 'c1', code_challenge_method: 'S256' });
  expect(vault.rows.get('account:openrouter')?.secret).toBe('sk-or-new');
  expect(vault.rows.has('sign-in')).toBe(false);
  expect(await providers.finishSignIn(answer, never)).toEqual({ refused: 'no-request' });
});

it('an answer that nobody here waits for is refused, and the one that is waited for still counts', async () => {
  const { providers, state, http } = await asked();
  expect(await providers.finishSignIn({ returnTo, state: 'forged', code: 'c' }, never)).toEqual({
    refused: 'other-request',
    host: '127.0.0.1:9',
  });
  expect(http.requests).toEqual([]);
  expect(await providers.finishSignIn({ returnTo, state, code: 'c1' }, never)).toMatchObject({
    id: 'openrouter',
  });
  const fresh = harness(vendor);
  expect(await fresh.providers.finishSignIn({ returnTo, state, code: 'c' }, never)).toEqual({
    refused: 'no-request',
  });
});

it('too late, denied, or not accepted: refused, nothing kept, nothing left to use', async () => {
  const late = await asked();
  await late.clock.advance(SIGN_IN_MS + 1);
  expect(await late.providers.finishSignIn({ returnTo, state: late.state, code: 'c' }, never)).toMatchObject({
    refused: 'expired',
  });
  const denied = await asked();
  expect(
    await denied.providers.finishSignIn({ returnTo, state: denied.state, error: 'access_denied' }, never),
  ).toMatchObject({ refused: 'denied' });
  expect([...late.http.requests, ...denied.http.requests]).toEqual([]);
  const bad = await asked(() => ({ status: 403, body: '{"error":"expired code"}' }));
  expect(await bad.providers.finishSignIn({ returnTo, state: bad.state, code: 'c' }, never)).toMatchObject({
    refused: 'not-accepted',
  });
  for (const { vault, store } of [late, denied, bad]) {
    expect([...vault.rows.keys()]).toEqual([]);
    expect(await store.all()).toEqual([]);
  }
});

it('a vendor that doesn’t answer is a failure like any other', async () => {
  const { providers, state } = await asked(() => 'unreachable');
  expect(await providers.finishSignIn({ returnTo, state, code: 'c' }, never)).toMatchObject({
    code: 'unreachable',
  });
});
