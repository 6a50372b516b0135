// What is kept of a request holds no secret: its key is replaced wherever it stands, in the address, the headers, the
// body and the answer.

import type { HttpRequest } from '../engine/ports.ts';
import type { HeaderLine } from '../protocol/host.ts';

/** Stands where the key stood; a shell fills it in. */
export const MASKED = '$KEY';

export interface Mask {
  address(url: string): string;
  headers(lines: readonly HeaderLine[]): readonly HeaderLine[];
  text(text: string): string;
}

/** These carry secrets, whatever their value. */
const SECRET_HEADERS = /^(authorization|x-api-key|api-key|x-goog-api-key|proxy-authorization|set-cookie)$/i;
const SECRET_FIELDS = /^(key|api[-_]?key|token|access[-_]?token|secret)$/i;
/** Shorter ones would be found in half the words of a text. */
const LEAST_SECRET = 8;

export function createMask({ url, headers = {} }: Pick<HttpRequest, 'url' | 'headers'>): Mask {
  const secrets = new Set<string>();
  for (const [name, value] of Object.entries(headers))
    if (SECRET_HEADERS.test(name)) secrets.add(bare(value));
  for (const [name, value] of new URL(url).searchParams) if (SECRET_FIELDS.test(name)) secrets.add(value);
  const forms = [...secrets]
    .filter((secret) => secret.length >= LEAST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const text = (given: string): string => forms.reduce((rest, form) => rest.replaceAll(form, MASKED), given);
  return {
    text,
    address: (given) =>
      text(
        given.replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark: string, name: string) =>
          SECRET_FIELDS.test(name) ? `${mark}${name}=${MASKED}` : whole,
        ),
      ),
    headers: (lines) =>
      lines.map(([name, value]) => [
        name,
        SECRET_HEADERS.test(name) ? value.replace(bare(value), MASKED) : text(value),
      ]),
  };
}

/** Without the scheme before it. */
const bare = (value: string): string => value.replace(/^(Bearer|Basic|Token)\s+/i, '');
