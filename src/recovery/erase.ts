// Takes away: the stored app (service worker and its caches), or everything that this origin keeps.

const PATIENCE_MS = 4000;

export async function forgetApp(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/** `blocked`: a tab that does not let go; what it holds is deleted once it does. */
export async function eraseEverything(databases: readonly string[]): Promise<'done' | 'blocked'> {
  const known = await indexedDB.databases().catch(() => []);
  const names = new Set([...databases, ...known.map(({ name }) => name ?? '')].filter((name) => name !== ''));
  // The databases first: where one is held, nothing else has gone.
  for (const name of names) if (!(await deleteDatabase(name))) return 'blocked';
  await erasePrivateFiles();
  localStorage.clear();
  sessionStorage.clear();
  await forgetApp();
  return 'done';
}

function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(true);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('failed'));
    };
  });
}

async function erasePrivateFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory().catch(() => undefined);
  if (root === undefined) return;
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  for (const name of names) await root.removeEntry(name, { recursive: true });
}
