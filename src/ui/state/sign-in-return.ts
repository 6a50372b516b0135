// The address that a vendor sent the person back to after signing in. What it holds is taken out of the address and the
// history before anything is drawn, and is good for one try.

import type { SignInAnswer } from '../../protocol/host.ts';

/** Contract: called before the first paint. Undefined where nobody comes back. */
export function takeSignIn(): SignInAnswer | undefined {
  const query = new URLSearchParams(location.search);
  if (!query.has('sign-in')) return undefined;
  const field = (name: string): string | undefined => query.get(name) ?? undefined;
  const code = field('code');
  const error = field('error');
  history.replaceState(history.state, '', `${location.pathname}#/`);
  return {
    returnTo: location.href,
    state: field('state') ?? '',
    ...(code === undefined ? {} : { code }),
    ...(error === undefined ? {} : { error }),
  };
}
