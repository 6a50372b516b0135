// The events of a question to the person, and whether an answer fits one. Pure; shared by worker and page.

import type { Answer, AskedQuestion, FieldValue, Question, QuestionField } from '../../engine/questions.ts';
import type { CallId } from '../../engine/ids.ts';

declare module '../../engine/events.ts' {
  interface EventMap {
    /** A call asks the person and waits; no clock runs meanwhile. */
    question: AskedQuestion;
    /** The person's, once: later ones to the same call are not taken. */
    'question-answer': { readonly callId: CallId; readonly answer: Answer };
  }
}

/** Of one answer's text, or of one field. */
export const MAX_ANSWER = 8_000;

/** In English, for logs: the page never lets a person send such an answer. */
export function misfit(question: Question, answer: Answer): string | undefined {
  if (answer.type !== 'given') return undefined;
  const { choices = [], text = '', fields } = answer;
  if (text.length > MAX_ANSWER) return 'it is too long';
  const offered = question.choices ?? [];
  if (choices.some((choice) => !offered.includes(choice))) return 'it takes what was not offered';
  if (new Set(choices).size < choices.length) return 'it takes the same twice';
  if (choices.length > 1 && question.multiple !== true) return 'only one may be taken';
  const form = question.fields ?? [];
  const names = Object.keys(fields ?? {});
  if (names.some((name) => form.every((field) => field.name !== name)))
    return 'it has a field that was not asked for';
  if (fields !== undefined) {
    for (const field of form) {
      const value = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
      if (value === undefined) {
        if (field.required === true) return `${field.name} is missing`;
      } else if (!fits(field, value)) return `${field.name} is not of its kind`;
    }
    return undefined;
  }
  return choices.length === 0 && text.trim() === '' ? 'it is empty' : undefined;
}

function fits({ type, choices = [] }: QuestionField, value: FieldValue): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'yes_no':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && choices.includes(value);
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
    case 'text':
    case 'long_text':
      return typeof value === 'string' && value.length <= MAX_ANSWER;
  }
}
