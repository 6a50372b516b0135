// Text onto the clipboard: as it is, or beside it as rich text for programs that take that.

import type { Wording } from './markdown/render.ts';

/** What a person wrote is no Markdown: its lines are kept as they are. */
export type Copied = { readonly text: string; readonly markdown: boolean };

/** False: the browser did not allow it. */
export async function copyPlain({ text }: Copied): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

export async function copyRich(copied: Copied, wording: Wording): Promise<boolean> {
  const html = htmlOf(copied, wording).then((made) => new Blob([made], { type: 'text/html' }));
  const plain = new Blob([copied.text], { type: 'text/plain' });
  try {
    // Promises inside: the press still counts when the renderer has to be fetched first.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain, 'text/html': html })]);
    return true;
  } catch {
    return copyPlain(copied);
  }
}

async function htmlOf({ text, markdown }: Copied, wording: Wording): Promise<string> {
  if (markdown) return (await import('./markdown/rich.ts')).richHtml(text, wording);
  const box = document.createElement('div');
  for (const paragraph of text.split(/\n{2,}/)) {
    const element = document.createElement('p');
    for (const [at, line] of paragraph.split('\n').entries()) {
      if (at > 0) element.append(document.createElement('br'));
      element.append(line);
    }
    box.append(element);
  }
  return box.innerHTML;
}
