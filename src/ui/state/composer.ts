// What stands in the composer: text and attachments, a draft a session, kept across reloads until it is sent.

import { computed, createModel, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { SessionId } from '../../engine/ids.ts';
import type { FilePart, ImagePart, UserPart } from '../../engine/messages.ts';
import type { ImageLimits } from '../../engine/provider.ts';
import type { HostApi } from '../../protocol/host.ts';
import { type DraftPart, readDraft, readDraftParts, saveDraft, saveDraftParts } from './memory.ts';

export interface Attached {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** Ready once this is here. */
  readonly part?: ImagePart | FilePart;
  /** Text that was pasted: can be put back into the box. */
  readonly pasted?: true;
  readonly failure?: Failure;
}

export const ComposerModel = createModel((host: HostApi, session: SessionId) => {
  const text = signal(readDraft(session));
  const when = signal<'steer' | 'after'>('steer');
  let keys = 0;
  const fromDraft = ({ part, pasted }: DraftPart): Attached => ({
    key: ++keys,
    name: part.name ?? '',
    size: part.size ?? 0,
    part,
    ...(pasted ? { pasted } : {}),
  });
  const attached = signal<readonly Attached[]>(readDraftParts(session).map(fromDraft));
  const busy = computed(() =>
    attached.value.some(({ part, failure }) => part === undefined && failure === undefined),
  );

  const write = (value: string): void => {
    text.value = value;
    saveDraft(session, value);
  };
  const setAttached = (all: readonly Attached[]): void => {
    attached.value = all;
    saveDraftParts(
      session,
      all.flatMap(({ part, pasted }) =>
        part === undefined ? [] : [{ part, ...(pasted === undefined ? {} : { pasted }) }],
      ),
    );
  };
  const change = (key: number, news: Partial<Attached>): void =>
    setAttached(attached.peek().map((one) => (one.key === key ? { ...one, ...news } : one)));

  const attachOne = async (key: number, file: File, limits: ImageLimits | undefined): Promise<void> => {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { name, type: mediaType } = file;
      const made = await host.attach(bytes, {
        name,
        mediaType,
        ...(limits === undefined ? {} : { limits }),
      });
      change(key, 'code' in made ? { failure: made } : { part: made, size: made.size ?? file.size });
    } catch (error) {
      change(key, { failure: asFailure(error, 'io-failed') });
    }
  };

  /** One after the other: thirty photos at once are a gigabyte. `limits`: those of the model it is for. */
  const attach = async (
    files: readonly File[],
    limits: ImageLimits | undefined,
    how: { readonly pasted?: true } = {},
  ): Promise<void> => {
    const added = files.map((file) => ({ file, key: ++keys }));
    setAttached([
      ...attached.peek(),
      ...added.map(({ file, key }) => ({ key, name: file.name, size: file.size, ...how })),
    ]);
    for (const { file, key } of added) await attachOne(key, file, limits);
  };
  const remove = (key: number): void => setAttached(attached.peek().filter((one) => one.key !== key));

  let edit: (() => boolean) | undefined;

  return {
    text,
    when,
    /** Opens the message said last for editing, where somebody offered to; false: nothing was done. */
    editLast: (): boolean => attached.peek().length === 0 && edit?.() === true,
    offersEdit: () => edit !== undefined,
    offerEdit: (open: () => boolean): void => {
      edit = open;
    },
    attached,
    /** Something is still being prepared. */
    busy,
    canSend: computed(
      () =>
        !busy.value && (text.value.trim() !== '' || attached.value.some(({ part }) => part !== undefined)),
    ),
    write,
    attach,
    remove,
    /** A long text as a file of its own; false: it is short enough to stand in the message. */
    paste: async (value: string): Promise<boolean> => {
      const { pastedFile } = await import('../../features/sessions/fold.ts');
      const index = attached.peek().filter(({ pasted }) => pasted === true).length + 1;
      const made = pastedFile(value, index);
      if (made === undefined) return false;
      void attach([new File([made.text], made.name, { type: made.mediaType })], undefined, { pasted: true });
      return true;
    },
    /** A pasted file as text again. */
    unfold: async ({ key, part }: Attached): Promise<void> => {
      const bytes = part === undefined ? undefined : await host.getBlob(part.blob);
      if (bytes === undefined) return;
      remove(key);
      const value = new TextDecoder().decode(bytes);
      write(text.peek() === '' ? value : `${text.peek()}\n${value}`);
    },
    /** Fills in an example: it is no draft until the person changes it. */
    fill: (value: string) => {
      text.value = value;
    },
    /** What is to be sent; the box is empty afterwards. */
    take: (): readonly UserPart[] => {
      const value = text.value.trim();
      const parts = attached.value.flatMap(({ part }) => (part === undefined ? [] : [part]));
      write('');
      setAttached([]);
      return value === '' ? parts : [{ type: 'text', text: value }, ...parts];
    },
    /** Puts a message in front of what stands there: one taken back, or one that could not be sent. */
    giveBack: (parts: readonly UserPart[]) => {
      const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (said !== '') write(text.value === '' ? said : `${said}\n${text.value}`);
      const back = parts.flatMap((part) => (part.type === 'text' ? [] : [fromDraft({ part })]));
      if (back.length > 0) setAttached([...back, ...attached.peek()]);
    },
  };
});

export type Composer = InstanceType<typeof ComposerModel>;
