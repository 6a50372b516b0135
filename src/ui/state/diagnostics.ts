// What the page tells the diagnostic log: its start, what nobody caught, tasks that held it up. Nothing of what is said.

import type { Diagnostic } from '../../protocol/host.ts';
import { BUILD } from './starts.ts';
import type { Note } from './update.ts';

const SLOW_TASK_MS = 250;

/** As it is: the worker keeps the class and the places in our own bundles, and nothing else. */
function errorOf(thrown: unknown): Diagnostic {
  if (!(thrown instanceof Error)) return { type: 'error', name: 'Thrown', frames: [] };
  return { type: 'error', name: thrown.name, frames: (thrown.stack ?? '').split('\n') };
}

export function watchPage(note: Note, failedBefore: number): void {
  note({ type: 'start', build: BUILD, agent: agentName(), language: navigator.language, failedBefore });
  addEventListener('error', ({ error }) => note(errorOf(error)));
  addEventListener('unhandledrejection', ({ reason }) => note(errorOf(reason)));
  if (typeof PerformanceObserver !== 'function') return;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (duration >= SLOW_TASK_MS) note({ type: 'slow', what: 'task', ms: duration });
  });
  // Only Chromium measures them; elsewhere this observes nothing.
  observer.observe({ type: 'longtask' });
}

function agentName(): string {
  const { userAgent } = navigator;
  const [, name = 'Browser', version = '0'] = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(userAgent) ?? [];
  const [system = ''] = /Windows|Android|Linux|Mac|iPhone|iPad/.exec(userAgent) ?? [];
  return `${name} ${version} ${system}`.trim();
}
