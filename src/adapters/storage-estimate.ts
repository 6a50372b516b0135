// What the browser says of the room that this origin takes; zeros where it says nothing.

export async function estimateStorage(): Promise<{
  readonly used: number;
  readonly quota: number;
  readonly persisted: boolean;
}> {
  try {
    const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { used: usage, quota, persisted };
  } catch {
    return { used: 0, quota: 0, persisted: false };
  }
}
