// What the buttons in drawn text do, for all of it at once: copy, wrap lines, download. What a press changed outlives the
// next drawing (carryOver).

import type { ExportedFile } from '../../protocol/host.ts';
import { saveFile } from '../save-file.ts';
import { tableAsCsv, tableAsMarkdown } from './table-text.ts';

export interface ActWords {
  readonly copied: string;
  readonly notCopied: string;
}

const SHOWN_MS = 1_600;

/** Handles a press on a button that was drawn with the text; any other press is none of its business. */
export function pressed(event: Event, words: ActWords): void {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-act]') : null;
  if (button === null) return;
  const frame = button.closest<HTMLElement>('.code, .table');
  const table = frame?.querySelector('table');
  const code = writtenIn(frame?.querySelector('pre > code'));
  switch (button.dataset['act']) {
    case 'copy':
      return void copyText(button, code.replace(/\n$/, ''), words);
    case 'wrap':
    case 'source':
      return setPressed(button, frame, button.ariaPressed !== 'true');
    case 'download':
      return saveFile(
        pictureIn(frame) ?? { ...fileOf(frame?.querySelector('pre')?.dataset['language'] ?? ''), text: code },
      );
    case 'markdown':
      return table == null ? undefined : void copyText(button, tableAsMarkdown(table), words);
    case 'csv':
      return table == null ? undefined : void copyText(button, tableAsCsv(table), words);
    default:
      return undefined;
  }
}

/** The code as it was written: signs that stand for unseen characters turned back. */
function writtenIn(code: Element | null | undefined): string {
  const copy = document.createElement('div');
  copy.append(...[...(code?.childNodes ?? [])].map((node) => node.cloneNode(true)));
  for (const caret of copy.querySelectorAll('.caret')) caret.remove();
  for (const sign of copy.querySelectorAll('.unseen')) {
    const number = Number.parseInt(sign.textContent?.replace('U+', '') ?? '', 16);
    if (number >= 0 && number <= 0x10_ff_ff) sign.replaceWith(String.fromCodePoint(number));
  }
  return copy.textContent ?? '';
}

async function copyText(button: HTMLButtonElement, text: string, words: ActWords): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say(words.notCopied);
    return;
  }
  say(words.copied);
  if (button.dataset['label'] !== undefined) return;
  button.dataset['label'] = button.textContent ?? '';
  button.textContent = words.copied;
  setTimeout(unflip, SHOWN_MS);
}

/** All of them: a button that was drawn anew meanwhile has the state, not the timer. */
function unflip(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-act][data-label]')) {
    button.textContent = button.dataset['label'] ?? '';
    delete button.dataset['label'];
  }
}

function setPressed(button: HTMLElement, frame: Element | null | undefined, on: boolean): void {
  button.ariaPressed = String(on);
  frame?.classList.toggle(button.dataset['act'] === 'wrap' ? 'wraps' : 'sources', on);
}

function pictureIn(frame: Element | null): ExportedFile | undefined {
  const address = frame?.querySelector<HTMLImageElement>('.picture img')?.src;
  if (address === undefined) return undefined;
  const text = decodeURIComponent(address.slice(address.indexOf(',') + 1));
  return { name: 'diagram.svg', mediaType: 'image/svg+xml', text };
}

/** Gives freshly drawn frames the state of those that stand there; both in the order of the text. */
export function carryOver(standing: ParentNode, fresh: ParentNode): void {
  const olds = standing.querySelectorAll('.code, .table');
  if (olds.length === 0) return;
  const news = fresh.querySelectorAll('.code, .table');
  for (const [at, old] of olds.entries()) {
    const buttons = news[at]?.querySelectorAll<HTMLButtonElement>('button[data-act]') ?? [];
    for (const button of buttons) {
      const before = old.querySelector<HTMLButtonElement>(`button[data-act="${button.dataset['act']}"]`);
      if (before?.ariaPressed === 'true') setPressed(button, news[at], true);
      const label = before?.dataset['label'];
      if (label === undefined) continue;
      button.dataset['label'] = label;
      button.textContent = before?.textContent ?? label;
    }
  }
}

let region: HTMLElement | undefined;

/** For assistive technology; it has to stand there before something is said in it. */
export function prepareToSay(): void {
  if (region?.isConnected === true) return;
  region = document.createElement('p');
  region.className = 'sr';
  region.role = 'status';
  document.body.append(region);
}

function say(text: string): void {
  prepareToSay();
  // The same words twice are only heard when something else stood between them.
  region?.replaceChildren(region.textContent === text ? `${text}\u00a0` : text);
}

const ENDINGS: Readonly<Record<string, string>> = {
  bash: 'sh',
  console: 'sh',
  csharp: 'cs',
  'c++': 'cpp',
  'c#': 'cs',
  'f#': 'fs',
  golang: 'go',
  haskell: 'hs',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  mermaid: 'mmd',
  perl: 'pl',
  plaintext: 'txt',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  text: 'txt',
  typescript: 'ts',
  yaml: 'yml',
  zsh: 'sh',
};

function fileOf(language: string): { readonly name: string; readonly mediaType: string } {
  const name = language.toLowerCase();
  const ending = ENDINGS[name] ?? (/^[a-z\d]{1,10}$/.test(name) ? name : 'txt');
  return { name: `code.${ending}`, mediaType: 'text/plain' };
}
