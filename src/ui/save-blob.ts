// Hands bytes to the person as a file, the way the browser hands over any download.

/** Long enough for any browser to have begun with it. */
const KEPT_MS = 60_000;

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
