// The form of a question: what stands in its fields, and what of it is an answer. It sends nothing.

import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldValue, QuestionField } from '../../engine/questions.ts';
import { t } from '../i18n/later.ts';
import { Plainly } from './unseen.tsx';

/** As typed, by name. */
export type Draft = Readonly<Record<string, string>>;

export const draftOf = (fields: readonly QuestionField[]): Draft =>
  Object.fromEntries(fields.map(({ name }) => [name, '']));

/** Undefined: left empty, or not of its kind. */
function valueOf({ type }: QuestionField, typed: string): FieldValue | undefined {
  if (typed.trim() === '') return undefined;
  if (type === 'yes_no') return typed === 'yes';
  if (type !== 'number') return typed;
  const number = Number(typed);
  return Number.isFinite(number) ? number : undefined;
}

export function valuesOf(fields: readonly QuestionField[], draft: Draft): Record<string, FieldValue> {
  const values = fields.flatMap((field): readonly (readonly [string, FieldValue])[] => {
    const value = valueOf(field, draft[field.name] ?? '');
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(values);
}

export function isComplete(fields: readonly QuestionField[], draft: Draft): boolean {
  return fields.every((field) => {
    const typed = draft[field.name] ?? '';
    const value = valueOf(field, typed);
    return value !== undefined || (field.required !== true && typed.trim() === '');
  });
}

interface FieldsProps {
  readonly fields: readonly QuestionField[];
  readonly draft: Draft;
  readonly onChange: (change: Draft) => void;
}

export function Fields({ fields, draft, onChange }: FieldsProps): VNode {
  const id = useId();
  return (
    <div class="fields">
      {fields.map((field) => (
        <div key={field.name} class="field">
          <label for={`${id} ${field.name}`} dir="auto">
            <Plainly text={field.label} />
            {field.required === true ? null : <span class="quiet">{t('question.optional')}</span>}
          </label>
          <Control
            id={`${id} ${field.name}`}
            field={field}
            value={draft[field.name] ?? ''}
            onChange={(value) => onChange({ [field.name]: value })}
          />
        </div>
      ))}
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly field: QuestionField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Control({ id, field, value, onChange }: ControlProps): VNode {
  const { type, required = false, choices = [] } = field;
  if (type === 'yes_no' || type === 'choice') {
    const options =
      type === 'choice'
        ? choices.map((choice) => [choice, choice] as const)
        : ([
            ['yes', t('question.yes')],
            ['no', t('question.no')],
          ] as const);
    return (
      <select
        id={id}
        class="input"
        required={required}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">–</option>
        {options.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const onInput = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onChange(event.currentTarget.value);
  if (type === 'long_text')
    return (
      <textarea
        id={id}
        class="input"
        rows={3}
        dir="auto"
        required={required}
        maxLength={8000}
        value={value}
        onInput={onInput}
      />
    );
  const rest = { id, class: 'input', required, value, onInput };
  if (type === 'number') return <input {...rest} type="number" step="any" />;
  if (type === 'date') return <input {...rest} type="date" />;
  return <input {...rest} type="text" dir="auto" maxLength={8000} />;
}
