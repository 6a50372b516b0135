// Hands a file to the person, the way the browser hands over any download.

import type { ExportedFile } from '../protocol/host.ts';

/** Long enough for any browser to have begun with it. */
const KEPT_MS = 60_000;

export function saveFile({ name, mediaType, text }: ExportedFile): void {
  saveBlob(name, new Blob([text], { type: mediaType }));
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
