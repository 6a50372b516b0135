// Makes the engine's `Schema<T>` from zod: one declaration gives types, checking, JSON Schema and the words of an
// error. The one file that configures zod (no generated code: the policy of the page forbids it). Coerces nothing.

import * as z from 'zod/mini';
import type { Json, JsonObject } from '../engine/ids.ts';
import type { Checked, Problem, Schema } from '../engine/schema.ts';

z.config({ jitless: true });

/** Zod's own bounds of a safe integer: noise for a model. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** Objects are to be `z.strictObject`, so that an unknown field is named instead of dropped. */
export function schemaOf<T>(type: z.ZodMiniType<T>): Schema<T> {
  const json = jsonOf(type);
  return {
    json,
    check: (value): Checked<T> => {
      const result = type.safeParse(value);
      if (result.success) return { ok: true, value: result.data };
      return { ok: false, problems: result.error.issues.flatMap((issue) => problemsOf(issue, value, json)) };
    },
  };
}

function jsonOf(type: z.ZodMiniType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(type, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === SAFE) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -SAFE) delete jsonSchema.minimum;
    },
  });
  // A plain copy: zod's carries a non-enumerable reference to itself.
  return JSON.parse(JSON.stringify(json)) as JsonObject;
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown, json: JsonObject): readonly Problem[] {
  const at = issue.path.map(String);
  const node = schemaAt(json, at);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(objectIn(node, 'properties')).join(', ');
    return issue.keys.map((key) => ({
      field: [...at, key].join('.'),
      expected: `no such field; known are: ${known}`,
    }));
  }
  if (issue.code === 'custom') return [{ field: at.join('.'), expected: issue.message }];
  const got = valueAt(value, at);
  const but = got === undefined ? 'which is missing' : `but got ${shown(got)}`;
  return [{ field: at.join('.'), expected: `${wordsFor(node)}, ${but}` }];
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(node: JsonObject, key: string): JsonObject {
  const inner = node[key];
  return isObject(inner) ? (inner as JsonObject) : {};
}

function schemaAt(json: JsonObject, path: readonly string[]): JsonObject {
  let node = json;
  for (const key of path) {
    const properties = objectIn(node, 'properties');
    if (Object.hasOwn(properties, key)) node = objectIn(properties, key);
    else node = objectIn(node, node['type'] === 'array' ? 'items' : 'additionalProperties');
  }
  return node;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = Object.entries(inner).find(([name]) => name === key)?.[1];
  }
  return inner;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function wordsFor(node: JsonObject): string {
  const choices = node['enum'];
  if (Array.isArray(choices))
    return `one of ${choices.map((choice: Json) => JSON.stringify(choice)).join(', ')}`;
  if ('const' in node) return JSON.stringify(node['const']);
  const type = node['type'];
  const kinds = (Array.isArray(type) ? type : [type]).map(
    (kind: Json | undefined) => (typeof kind === 'string' ? KINDS[kind] : undefined) ?? 'another value',
  );
  const bounds = [
    ...(node['minLength'] === 1 ? ['that is not empty'] : []),
    ...(typeof node['maxLength'] === 'number' ? [`of at most ${node['maxLength']} characters`] : []),
    ...(typeof node['minimum'] === 'number' ? [`of at least ${node['minimum']}`] : []),
    ...(typeof node['maximum'] === 'number' ? [`of at most ${node['maximum']}`] : []),
    ...(typeof node['minItems'] === 'number' ? [`of at least ${node['minItems']} items`] : []),
    ...(typeof node['maxItems'] === 'number' ? [`of at most ${node['maxItems']} items`] : []),
  ];
  return [kinds.join(' or '), ...bounds].join(' ');
}

function shown(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  if (typeof value !== 'string') return 'an object';
  return value.length <= 40
    ? `the string ${JSON.stringify(value)}`
    : `a string of ${value.length} characters`;
}
