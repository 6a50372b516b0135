// Files that a person drops on the room or pastes into the message, and pastes too long to stand in it. Folders are not
// attached: they pass by here. A chunk of its own; until it is here a paste is the browser's.

import { t } from './i18n/later.ts';
import { wholeSpeech } from './i18n/text.ts';
import type { Composer } from './state/composer.ts';

interface Taking extends Pick<Composer, 'paste' | 'write'> {
  attach(files: readonly File[]): void;
}

/** Files may be dropped anywhere in the room that the box stands in. Returns what ends it. */
export function watchFiles(box: HTMLTextAreaElement, taking: Taking): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const room = box.closest('main') ?? box;
  void wholeSpeech();
  watchDrop(room, (files) => taking.attach(files), signal);
  box.addEventListener('paste', (event) => onPaste(event, box, taking), { signal });
  return () => stop.abort();
}

/** The room says what a drop will do while files are held over it. */
function watchDrop(room: HTMLElement, onFiles: (files: readonly File[]) => void, signal: AbortSignal): void {
  /** Enter and leave come for each element under the pointer. */
  let depth = 0;
  const show = (wanted: number): void => {
    depth = Math.max(0, wanted);
    if (depth > 0) room.dataset['drop'] = t('attach.drop');
    else delete room.dataset['drop'];
  };
  const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', act: (event: DragEvent) => void): void =>
    room.addEventListener(
      name,
      (event) => {
        if (event.dataTransfer?.types.includes('Files') === true) act(event);
      },
      { signal },
    );
  on('dragenter', () => show(depth + 1));
  on('dragleave', () => show(depth - 1));
  on('dragover', (event) => {
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
  });
  on('drop', (event) => {
    event.preventDefault();
    show(0);
    const files = filesOf(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  });
  signal.addEventListener('abort', () => show(0));
}

function onPaste(event: ClipboardEvent, box: HTMLTextAreaElement, { attach, paste, write }: Taking): void {
  const pasted = pastedOf(event.clipboardData);
  if (pasted === undefined) return;
  event.preventDefault();
  if (pasted.type === 'files') {
    attach(pasted.files);
    return;
  }
  const { text } = pasted;
  void paste(text).then((isFile) => {
    if (isFile) return;
    box.focus();
    // The one way in that can be undone like what was typed.
    if (!document.execCommand('insertText', false, text)) write(box.value + text);
  });
}

function filesOf(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.items ?? [])].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory === true) return [];
    const file = item.getAsFile();
    return file === null ? [] : [file];
  });
}

type Pasted =
  | { readonly type: 'files'; readonly files: readonly File[] }
  | { readonly type: 'text'; readonly text: string };

/** A text above this may become a file; which one does is the rule's of long pastes. */
const MAY_BE_LONG = 2_000;

/** What of a paste is not the browser's own affair; undefined: it is. */
function pastedOf(data: DataTransfer | null): Pasted | undefined {
  if (data === null) return undefined;
  const text = data.getData('text/plain');
  const files = filesOf(data);
  // Writing programs put a picture of the text beside it; file managers the names of the files.
  const isName = text === '' || files.some(({ name }) => text.includes(name));
  if (files.length > 0 && isName) return { type: 'files', files };
  return text.length > MAY_BE_LONG ? { type: 'text', text } : undefined;
}
