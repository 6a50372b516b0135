// What the model reads about asking the person. Source like any other: prompts.test.ts pins it.

import type { Answer, Question } from '../../engine/questions.ts';

export const ASK_TEXT =
  'Ask the person one question and wait for the answer, which comes back as the result. Only for what you can neither find out nor sensibly assume and what changes what you do next; everything else, decide and say so. Offer `choices` where there are a few good ones (the person may always write something else), `fields` for several values at once. Several questions that do not depend on each other go into one turn.';

export const ASK_FIELDS = {
  question: 'What you want to know, in one or two sentences.',
  choices: 'Short answers to choose from, the one you would take first.',
  multiple: 'More than one choice may be taken; left out = exactly one.',
  fields: 'A form instead of choices.',
  name: 'Key of the value in the result.',
  label: 'What the person reads beside the field.',
  options: 'For type `choice`: what can be chosen.',
  required: 'Must be filled in; left out = may stay empty.',
} as const;

export const NOBODY_HERE =
  'Nobody is here to answer in this run. Decide yourself, go the way that can be taken back, and say in your final answer what you assumed.';

const SKIPPED =
  'The person leaves this to you. Decide yourself, and say in your final answer what you decided.';
const BY_MESSAGE = 'The person wrote a message instead of answering here; it follows.';

/** The person's own words: an instruction, not data. */
export function answerText({ fields = [] }: Question, answer: Answer): string {
  if (answer.type === 'skipped') return SKIPPED;
  if (answer.type === 'message') return BY_MESSAGE;
  const { choices = [], text = '', fields: values } = answer;
  const [only, ...more] = choices;
  const lines = [
    ...(only === undefined
      ? []
      : [
          more.length === 0
            ? `The person chose: ${only}`
            : `The person chose:\n${choices.map((choice) => `- ${choice}`).join('\n')}`,
        ]),
    ...(values === undefined
      ? []
      : [
          `The person filled in:\n${fields.map(({ name }) => `${name}: ${Object.hasOwn(values, name) ? JSON.stringify(values[name]) : '(left empty)'}`).join('\n')}`,
        ]),
    ...(text.trim() === ''
      ? []
      : [`The person ${choices.length > 0 || values !== undefined ? 'added' : 'answered'}: ${text.trim()}`]),
  ];
  return lines.join('\n');
}
