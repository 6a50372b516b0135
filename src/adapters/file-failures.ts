// What the platform's file system throws, as our failures. Total: whatever its name, a DOMException has a code here.

import { type Failure, type FailureCode, failure, FailureError } from '../engine/failures.ts';

const CODES: Readonly<Record<string, FailureCode>> = {
  NotFoundError: 'not-found',
  // A file where a folder should be, or the other way round.
  TypeMismatchError: 'not-found',
  // Permission withdrawn, or not asked for since the page was loaded.
  NotAllowedError: 'permission-lost',
  SecurityError: 'permission-lost',
  QuotaExceededError: 'storage-full',
  // Locked by another writer, a folder that isn't empty, changed between look and read, refused by the browser's
  // own scan, a handle that lost its file: none says more than that it did not work now.
  NoModificationAllowedError: 'io-failed',
  InvalidModificationError: 'io-failed',
  InvalidStateError: 'io-failed',
  NotReadableError: 'io-failed',
  AbortError: 'io-failed',
};

export function fileFailure(thrown: unknown, path: string): Failure {
  if (thrown instanceof FailureError) return thrown.failure;
  if (!(thrown instanceof Error)) return failure('io-failed', String(thrown), { facts: { path } });
  // A name that the platform doesn't take is a TypeError: no such file can exist.
  const code = thrown instanceof TypeError ? 'not-found' : (CODES[thrown.name] ?? 'io-failed');
  return failure(code, `${path}: ${thrown.name}: ${thrown.message}`, { facts: { path } });
}
