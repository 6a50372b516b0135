// The diagnostic log of the browser as a chunk of its own: what is noted until it is here waits.

import type { Diagnostic, DiagnosticLog, Where } from '../src/features/diagnostics/diagnostics.ts';

/** While the app starts, nothing competes with it. */
const AFTER_MS = 1000;
/** What may be the last that is heard of this page. */
const AT_ONCE: readonly Diagnostic['type'][] = ['start-failed', 'error', 'failure'];

export function createLateDiagnostics(): DiagnosticLog {
  const waiting: (readonly [Diagnostic, Where | undefined])[] = [];
  let loading: Promise<DiagnosticLog> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = (): Promise<DiagnosticLog> => {
    clearTimeout(timer);
    loading ??= import('../src/adapters/diagnostics.ts').then(({ createIdbDiagnostics }) => {
      const log = createIdbDiagnostics();
      for (const [diagnostic, from] of waiting.splice(0)) log.note(diagnostic, from);
      return log;
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    note: (diagnostic, from) => {
      if (loading !== undefined)
        void loading.then((log) => log.note(diagnostic, from)).catch(() => undefined);
      else {
        waiting.push([diagnostic, from]);
        const start = (): void => void load().catch(() => undefined);
        if (AT_ONCE.includes(diagnostic.type)) start();
        else timer ??= setTimeout(start, AFTER_MS);
      }
    },
    read: async () => (await load()).read(),
    lines: async (now) => (await load()).lines(now),
  };
}
