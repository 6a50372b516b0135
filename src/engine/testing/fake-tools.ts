// Tools for tests: they remember what they were run with, and do what the test says.

import type { Failure } from '../failures.ts';
import type { Json, JsonObject } from '../ids.ts';
import type { Schema } from '../schema.ts';
import type { AnyTool, Effect, Tool, ToolContext, ToolOutput } from '../tool.ts';

export interface FakeTool extends AnyTool {
  /** The inputs it was run with, in the order of its starts. */
  readonly ran: readonly JsonObject[];
}

export interface FakeToolOptions extends Partial<Omit<Tool<Json>, 'name' | 'run' | 'effect'>> {
  readonly effect?: Effect;
  run?(input: JsonObject, context: ToolContext): Promise<ToolOutput> | ToolOutput;
}

/** A reading, shared tool that answers `ok`, unless told otherwise. */
export function fakeTool(name: string, options: FakeToolOptions = {}): FakeTool {
  const ran: JsonObject[] = [];
  const { effect = 'read', run = () => said('ok'), ...more } = options;
  return {
    name,
    description: `The tool ${name}.`,
    input: anyObject,
    effect,
    concurrency: effect === 'none' || effect === 'read' ? 'shared' : 'exclusive',
    targets: () => [{ kind: 'path', value: 'a.txt', access: effect === 'write' ? 'write' : 'read' }],
    ...more,
    ran,
    run: async (input, context) => {
      ran.push(input as JsonObject);
      return run(input as JsonObject, context);
    },
  };
}

export const said = (text: string): ToolOutput => ({ ok: true, text, provenance: 'own' });
export const went = (failure: Failure): ToolOutput => ({ ok: false, failure });

/** Never settles, whatever its signal says. */
export const never = (): Promise<never> => new Promise(() => undefined);

export const anyObject: Schema<Json> = {
  json: { type: 'object' },
  check: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, value: value as Json }
      : { ok: false, problems: [{ field: '', expected: 'an object' }] },
};

/** Exactly these fields, all of them strings. */
export function strings(...fields: readonly string[]): Schema<Json> {
  return {
    json: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
      required: [...fields],
      additionalProperties: false,
    },
    check: (value) => {
      const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
      const problems = [
        ...fields
          .filter((field) => typeof object[field] !== 'string')
          .map((field) => ({ field, expected: 'a string' })),
        ...Object.keys(object)
          .filter((field) => !fields.includes(field))
          .map((field) => ({ field, expected: 'no such field' })),
      ];
      return problems.length === 0 ? { ok: true, value: value as Json } : { ok: false, problems };
    },
  };
}
