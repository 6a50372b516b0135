// ask_user (T8): a call that waits for the person. The question and its answer are entries; what waits here is only who
// runs now. Run anew after a reload, the call finds its question asked and, where it was given, the answer.

import * as z from 'zod/mini';
import type { Entry } from '../../engine/events.ts';
import { failure } from '../../engine/failures.ts';
import type { CallId } from '../../engine/ids.ts';
import type { Answer, Question } from '../../engine/questions.ts';
import { type AnyTool, registered, type Tool } from '../../engine/tool.ts';
import { schemaOf } from '../schema.ts';
import { ASK_FIELDS, ASK_TEXT, answerText, NOBODY_HERE } from './prompts.ts';

export { misfit } from './fold.ts';

const choice = z.string().check(z.minLength(1), z.maxLength(200));
/** Keys 1 to 9 take them. */
const choices = z.array(choice).check(z.minLength(2), z.maxLength(9));
const field = z
  .strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(40), z.describe(ASK_FIELDS.name)),
    label: z.string().check(z.minLength(1), z.maxLength(200), z.describe(ASK_FIELDS.label)),
    type: z.enum(['text', 'long_text', 'number', 'yes_no', 'choice', 'date']),
    choices: z.optional(choices.check(z.describe(ASK_FIELDS.options))),
    required: z.optional(z.boolean().check(z.describe(ASK_FIELDS.required))),
  })
  .check(
    z.refine(({ type, choices: offered }) => (type === 'choice') === (offered !== undefined), {
      message: 'choices for type "choice", and for no other',
    }),
  );
const input = z
  .strictObject({
    question: z.string().check(z.minLength(1), z.maxLength(2_000), z.describe(ASK_FIELDS.question)),
    choices: z.optional(choices.check(z.describe(ASK_FIELDS.choices))),
    multiple: z.optional(z.boolean().check(z.describe(ASK_FIELDS.multiple))),
    fields: z.optional(z.array(field).check(z.minLength(1), z.maxLength(12), z.describe(ASK_FIELDS.fields))),
  })
  .check(
    z.refine(({ choices: offered, fields }) => offered === undefined || fields === undefined, {
      message: 'choices or fields, not both',
    }),
    z.refine(({ choices: offered = [] }) => new Set(offered).size === offered.length, {
      message: 'choices that differ from each other',
    }),
    z.refine(({ fields = [] }) => new Set(fields.map(({ name }) => name)).size === fields.length, {
      message: 'fields with different names',
    }),
  );

export interface AskDesk {
  readonly tool: AnyTool;
  /** Every entry of the session from now on. */
  take(entry: Entry): void;
}

/** One per run; `entries`: those of the branch so far. */
export function createAskDesk(attended: boolean, entries: readonly Entry[]): AskDesk {
  const asked = new Set<CallId>();
  const given = new Map<CallId, Answer>();
  const waiters = new Map<CallId, (answer: Answer) => void>();
  const take = ({ event }: Entry): void => {
    if (event.type === 'question') asked.add(event.callId);
    if (event.type !== 'question-answer' || given.has(event.callId)) return;
    given.set(event.callId, event.answer);
    waiters.get(event.callId)?.(event.answer);
    waiters.delete(event.callId);
  };
  for (const entry of entries) take(entry);

  const tool: Tool<Question> = {
    name: 'ask_user',
    description: ASK_TEXT,
    input: schemaOf(input),
    effect: 'none',
    concurrency: 'shared',
    targets: () => [],
    run: async (question, { callId, record, waiting }) => {
      if (!attended) return { ok: true, text: NOBODY_HERE, provenance: 'own' };
      if (!asked.has(callId)) await record({ type: 'question', callId, question });
      const answer =
        given.get(callId) ?? (await waiting(new Promise<Answer>((resolve) => waiters.set(callId, resolve))));
      return answer === undefined
        ? { ok: false, failure: failure('interrupted', 'stopped before the person answered') }
        : { ok: true, text: answerText(question, answer), provenance: 'own' };
    },
  };
  return { tool: registered(tool), take };
}
