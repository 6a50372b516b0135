// write_file and edit_file: their schemas and how each computes the new bytes. The writing is write-path.ts.

import * as z from 'zod/mini';
import { type Failure, failure } from '../../engine/failures.ts';
import { type AnyTool, registered, type Target, type Tool, type ToolContext } from '../../engine/tool.ts';
import { schemaOf } from '../schema.ts';
import { findEdit } from './edit.ts';
import { filePath, targetPath } from './paths.ts';
import { FIELD_TEXT, TOOL_TEXT } from './prompts.ts';
import { decodeText, encodeEdit, encodeText } from './text-file.ts';
import type { Compute, Verb, WritePath } from './write-path.ts';

const writeInput = z.strictObject({
  path: z.string().check(z.minLength(1), z.describe(FIELD_TEXT.path)),
  content: z.string().check(z.describe(FIELD_TEXT.content)),
});
const editInput = z.strictObject({
  path: z.string().check(z.minLength(1), z.describe(FIELD_TEXT.path)),
  old: z.string().check(z.minLength(1), z.describe(FIELD_TEXT.old)),
  new: z.string().check(z.describe(FIELD_TEXT.new)),
  all: z.optional(z.boolean().check(z.describe(FIELD_TEXT.all))),
});

interface Spec<Input> {
  readonly name: 'write_file' | 'edit_file';
  readonly verb: Verb;
  readonly input: z.ZodMiniType<Input>;
  readonly compute: (input: Input, path: string) => Compute;
}

export function createWriteTools(files: WritePath): readonly AnyTool[] {
  const tool = <Input extends { readonly path: string }>(spec: Spec<Input>): AnyTool => {
    /** The path checked, then the work; a refused path is what any other failure is. */
    const at = <T>(input: Input, work: (path: string) => T): T | Failure => {
      const result = filePath(input.path);
      return result.ok ? work(result.path) : result.failure;
    };
    const made: Tool<Input> = {
      name: spec.name,
      description: TOOL_TEXT[spec.name],
      input: schemaOf(spec.input),
      effect: 'write',
      concurrency: 'exclusive',
      targets: (input): readonly Target[] => [
        { kind: 'path', value: targetPath(input.path), access: 'write' },
      ],
      preview: async (input, context: ToolContext) =>
        at(input, (path) => files.preview(context, path, spec.compute(input, path))),
      run: async (input, context) => {
        const output = await at(input, (path) =>
          files.write(context, path, spec.verb, spec.compute(input, path)),
        );
        return 'code' in output ? { ok: false, failure: output } : output;
      },
      verify: async (input, evidence, context) => {
        const found = await at(input, (path) => files.verify(context, path, spec.verb, evidence));
        return 'code' in found ? { type: 'not-done' } : found;
      },
    };
    return registered(made);
  };
  return [
    tool({
      name: 'write_file',
      verb: 'Wrote',
      input: writeInput,
      compute: (input) => (before) =>
        encodeText(input.content, before === null || before.length === 0 ? undefined : decodeText(before)),
    }),
    tool({ name: 'edit_file', verb: 'Edited', input: editInput, compute: editing }),
  ];
}

function editing(input: z.infer<typeof editInput>, path: string): Compute {
  return (before) => {
    if (before === null)
      return failure('not-found', `There is no file ${path}. write_file creates one.`, { facts: { path } });
    const file = decodeText(before);
    if (file === undefined) return failure('not-text', `${path} is not UTF-8 text.`, { facts: { path } });
    const spans = findEdit(path, file.text, { old: input.old, new: input.new, all: input.all ?? false });
    return 'code' in spans ? spans : encodeEdit(file, spans, input.new);
  };
}
