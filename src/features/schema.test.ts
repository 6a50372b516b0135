// The one schema: what it accepts, what it says of what it refuses, and the JSON Schema it gives.

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { schemaOf } from './schema.ts';

const schema = schemaOf(
  z.strictObject({
    path: z.string().check(z.minLength(1), z.describe('Where it is.')),
    from: z.optional(z.int().check(z.gte(1), z.describe('First line.'))),
    all: z.optional(z.boolean()),
    mode: z.optional(z.enum(['fast', 'deep'])),
    names: z.optional(z.array(z.string())),
  }),
);

const problems = (value: unknown): readonly string[] => {
  const checked = schema.check(value);
  return checked.ok ? [] : checked.problems.map(({ field, expected }) => `${field}: ${expected}`);
};

describe('check', () => {
  it('gives the value back, as a copy', () => {
    const value = { path: 'a.ts', from: 3 };
    const checked = schema.check(value);
    expect(checked).toEqual({ ok: true, value: { path: 'a.ts', from: 3 } });
    expect(checked.ok && checked.value).not.toBe(value);
  });

  it.each<[unknown, readonly string[]]>([
    [{}, ['path: a string that is not empty, which is missing']],
    [{ path: '' }, ['path: a string that is not empty, but got the string ""']],
    [{ path: null }, ['path: a string that is not empty, but got null']],
    [{ path: 'a', from: '3' }, ['from: a whole number of at least 1, but got the string "3"']],
    [{ path: 'a', from: 1.5 }, ['from: a whole number of at least 1, but got the number 1.5']],
    [{ path: 'a', from: 0 }, ['from: a whole number of at least 1, but got the number 0']],
    [{ path: 'a', all: 'yes' }, ['all: true or false, but got the string "yes"']],
    [{ path: 'a', mode: 'slow' }, ['mode: one of "fast", "deep", but got the string "slow"']],
    [{ path: 'a', names: ['x', 7] }, ['names.1: a string, but got the number 7']],
    [{ path: 'a', names: {} }, ['names: a list, but got an object']],
    [{ path: 'a', file: 'b' }, ['file: no such field; known are: path, from, all, mode, names']],
    [[], [': an object, but got a list']],
    ['a.ts', [': an object, but got the string "a.ts"']],
    [undefined, [': an object, which is missing']],
  ])('names the field and what was expected: %j', (value, expected) => {
    expect(problems(value)).toEqual(expected);
  });

  it('refuses an own field called __proto__ like any unknown one', () => {
    expect(problems(JSON.parse('{"path":"a","__proto__":{"all":true}}'))).toEqual([
      '__proto__: no such field; known are: path, from, all, mode, names',
    ]);
  });

  it('does not repeat a long value', () => {
    expect(problems({ path: 'a', from: 'x'.repeat(500) })[0]).toContain('a string of 500 characters');
  });
});

describe('json', () => {
  it('is what a provider is sent', () => {
    expect(schema.json).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'Where it is.' },
        from: { type: 'integer', minimum: 1, description: 'First line.' },
        all: { type: 'boolean' },
        mode: { type: 'string', enum: ['fast', 'deep'] },
        names: { type: 'array', items: { type: 'string' } },
      },
      required: ['path'],
      additionalProperties: false,
    });
  });
});
