// Canonical JSON: the same value gives the same text, whatever the order of its keys. For hashes and comparisons.

import type { Json } from './ids.ts';

export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object: { readonly [key: string]: Json } = value as { readonly [key: string]: Json };
  const fields = Object.keys(object)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}
