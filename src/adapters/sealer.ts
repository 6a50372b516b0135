// Encryption by a passphrase: PBKDF2 (SHA-256) to a key, AES-GCM with it. In the browser, in workers and in Node.

import { FailureError, failure } from '../engine/failures.ts';
import type { Sealer } from '../features/backup/backup.ts';

const ITERATIONS = 600_000;
const MAX_ITERATIONS = 10_000_000;

export function createSealer(iterations = ITERATIONS): Sealer {
  return {
    async seal(text, passphrase) {
      const salt = crypto.getRandomValues(new Uint8Array(16));
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const key = await keyOf(passphrase, salt, iterations);
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
      return JSON.stringify({
        kdf: 'PBKDF2-SHA-256',
        iterations,
        cipher: 'AES-256-GCM',
        salt: toBase64(salt),
        iv: toBase64(iv),
        data: toBase64(new Uint8Array(data)),
      });
    },
    async open(sealed, passphrase) {
      try {
        const { iterations: rounds, salt, iv, data } = readSeal(sealed);
        const key = await keyOf(passphrase, salt, rounds);
        return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
      } catch {
        throw new FailureError(failure('wrong-passphrase', 'the passphrase does not open it'));
      }
    },
  };
}

async function keyOf(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const raw = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, raw, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

interface Seal {
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Throws for anything else than what `seal` writes; a foreign count of rounds can't hold us up for long. */
function readSeal(text: string): Seal {
  const value: Readonly<Record<string, unknown>> = { ...Object(JSON.parse(text)) };
  const { iterations, salt, iv, data } = value;
  if (typeof iterations !== 'number' || iterations < 1 || iterations > MAX_ITERATIONS)
    throw new TypeError('no seal');
  if (typeof salt !== 'string' || typeof iv !== 'string' || typeof data !== 'string')
    throw new TypeError('no seal');
  return { iterations, salt: fromBase64(salt), iv: fromBase64(iv), data: fromBase64(data) };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
