// A question of the agent, where its answer would be: choices by press or number key, a form, or words of one's own.
// Who writes a message instead has answered too.

import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AskedQuestion, Question as Asked } from '../../engine/questions.ts';
import { useRoom } from '../context.ts';
import { formatElapsed } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { askingOf } from '../state/asking.ts';
import { now } from '../state/clock.ts';
import { useApprovalKeys } from './approval-keys.ts';
import { StateShape } from './icon.tsx';
import { type Draft, draftOf, Fields, isComplete, valuesOf } from './question-fields.tsx';
import { Plainly } from './unseen.tsx';
import '../styles/asking.css';

interface QuestionProps extends AskedQuestion {
  readonly agent: string;
  readonly askedAt?: number;
  /** The one that waits longest has the keyboard. */
  readonly first: boolean;
}

type Given = Parameters<ReturnType<typeof askingOf>['answer']>[1];

export function Question({ callId, question, agent, askedAt, first }: QuestionProps): VNode {
  const asking = askingOf(useRoom());
  const card = useRef<HTMLElement>(null);
  const given = useRef(false);
  const [answered, setAnswered] = useState(false);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const [draft, setDraft] = useState<Draft>(() => draftOf(question.fields ?? []));
  const { choices = [], fields } = question;
  const give = (answer: Given): void => {
    if (given.current) return;
    given.current = true;
    setAnswered(true);
    void asking.answer(callId, answer).then((ok) => {
      if (ok) return;
      given.current = false;
      setAnswered(false);
    });
  };
  const words = text.trim();
  const say = (chosen: readonly string[]): void =>
    give({
      type: 'given',
      ...(chosen.length === 0 ? {} : { choices: chosen }),
      ...(words === '' ? {} : { text: words }),
      ...(fields === undefined ? {} : { fields: valuesOf(fields, draft) }),
    });
  const choose = (choice: string): void => {
    if (question.multiple !== true) say([choice]);
    else if (taken.includes(choice)) setTaken(taken.filter((one) => one !== choice));
    else setTaken(choices.filter((one) => one === choice || taken.includes(one)));
  };
  useApprovalKeys(card, {
    active: first && !answered,
    irreversible: true,
    onDeny: () => undefined,
    onKey: (key) => {
      const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined;
      if (choice !== undefined) choose(choice);
      return choice !== undefined;
    },
  });
  const ready = fields === undefined ? taken.length > 0 || words !== '' : isComplete(fields, draft);
  return (
    <section ref={card} class="ask question" role="group" aria-label={t('question.name')} tabIndex={-1}>
      <header>
        <StateShape shape="waiting" />
        {t('question.title', { agent })}
        {askedAt === undefined ? null : <time>{formatElapsed(now.value - askedAt)}</time>}
      </header>
      <p class="asked" dir="auto">
        <Plainly text={question.question} />
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) say(taken);
        }}
      >
        <Choices question={question} taken={taken} off={answered} onChoose={choose} />
        {fields === undefined ? (
          <textarea
            class="input"
            rows={1}
            dir="auto"
            maxLength={8000}
            aria-label={t('question.words')}
            placeholder={t(choices.length === 0 ? 'question.words' : 'question.else')}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.isComposing || event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              if (ready) say(taken);
            }}
          />
        ) : (
          <Fields
            fields={fields}
            draft={draft}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
        )}
        <div class="acts">
          <button type="submit" class="btn primary" disabled={answered || !ready}>
            {t('question.answer')}
          </button>
          <button
            type="button"
            class="btn plain"
            disabled={answered}
            onClick={() => give({ type: 'skipped' })}
          >
            {t('question.skip')}
          </button>
        </div>
      </form>
      <small>{t('question.message')}</small>
    </section>
  );
}

interface ChoicesProps {
  readonly question: Asked;
  readonly taken: readonly string[];
  readonly off: boolean;
  readonly onChoose: (choice: string) => void;
}

function Choices({ question, taken, off, onChoose }: ChoicesProps): VNode | null {
  const { choices = [], multiple = false } = question;
  if (choices.length === 0) return null;
  return (
    <ul class="choices">
      {choices.map((choice, at) => (
        <li key={choice}>
          <button
            type="button"
            class="btn"
            disabled={off}
            {...(multiple ? { 'aria-pressed': taken.includes(choice) } : {})}
            onClick={() => onChoose(choice)}
          >
            <kbd aria-hidden="true">{at + 1}</kbd>
            <span dir="auto">
              <Plainly text={choice} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
