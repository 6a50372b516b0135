// A call before and after its tool: strict preparation of its arguments, and the result that the model reads.

import { type FailureCode, FAILURES } from './failures.ts';
import type { JsonObject } from './ids.ts';
import type { ToolResult } from './messages.ts';
import { wellFormed, wellFormedJson } from './text.ts';
import type { AnyTool, ToolOutput, ToolRegistry } from './tool.ts';
import type { Call } from './transcript.ts';

export type Prepared =
  | { readonly type: 'ready'; readonly tool: AnyTool; readonly input: JsonObject }
  | { readonly type: 'rejected'; readonly text: string; readonly code: FailureCode };

/** Strict: lenient parsing is for display only (E18). */
export function prepare({ part }: Call, tools: ToolRegistry): Prepared {
  const tool = tools.get(part.tool);
  if (tool === undefined) {
    const names = tools.tools.map((known) => known.name).join(', ');
    return {
      type: 'rejected',
      code: 'unknown-tool',
      text: `There is no tool "${wellFormed(part.tool)}". The tools are: ${names}.`,
    };
  }
  let parsed: unknown;
  try {
    // No lone surrogate reaches a tool, not even behind an escape (E19).
    parsed = JSON.parse(wellFormedJson(part.argumentsText === '' ? '{}' : part.argumentsText));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'not JSON';
    return {
      type: 'rejected',
      code: 'invalid-json',
      text: `The arguments of ${tool.name} are not valid JSON: ${wellFormed(reason)}`,
    };
  }
  const checked = tool.input.check(parsed);
  if (checked.ok) return { type: 'ready', tool, input: checked.value as JsonObject };
  const problems = checked.problems
    .map(({ field, expected }) => `${field === '' ? 'arguments' : field}: ${expected}`)
    .join('; ');
  return {
    type: 'rejected',
    code: 'invalid-arguments',
    text: `The arguments of ${tool.name} do not fit its schema. ${problems}`,
  };
}

export function ownResult(part: Call['part'], text: string, code: FailureCode): ToolResult {
  return { callId: part.callId, tool: part.tool, ok: false, text, provenance: 'own', failure: code };
}

/** A failure that the same call may not meet again (E7). */
export function isTransient({ failure }: ToolResult): boolean {
  return failure !== undefined && FAILURES[failure].transient;
}

export function toResult({ part }: Call, output: ToolOutput): ToolResult {
  const summary = output.summary === undefined ? {} : { summary: output.summary };
  if (!output.ok)
    return { ...ownResult(part, wellFormed(output.failure.message), output.failure.code), ...summary };
  return {
    callId: part.callId,
    tool: part.tool,
    ok: true,
    text: wellFormed(output.text),
    provenance: output.provenance,
    ...(output.source === undefined ? {} : { source: output.source }),
    ...(output.images === undefined ? {} : { images: output.images }),
    ...(output.note === undefined ? {} : { note: wellFormed(output.note) }),
    ...summary,
  };
}
