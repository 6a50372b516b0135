// What stands in the composer: a draft a session, kept across reloads until it is sent.

import { createModel, signal } from '@preact/signals';
import type { SessionId } from '../../engine/ids.ts';
import { readDraft, saveDraft } from './memory.ts';

export const ComposerModel = createModel((session: SessionId) => {
  const text = signal(readDraft(session));
  const when = signal<'steer' | 'after'>('steer');
  const write = (value: string): void => {
    text.value = value;
    saveDraft(session, value);
  };
  return {
    text,
    when,
    write,
    /** Fills in an example: it is no draft until the person changes it. */
    fill: (value: string) => {
      text.value = value;
    },
    /** What is to be sent; the box is empty afterwards. */
    take: (): string => {
      const value = text.value.trim();
      write('');
      return value;
    },
    /** Puts text in front of what stands there: a message taken back, or one that could not be sent. */
    giveBack: (value: string) => {
      write(text.value === '' ? value : `${value}\n${text.value}`);
    },
  };
});

export type Composer = InstanceType<typeof ComposerModel>;
