// The vocabulary of the diagnostic log (U9): typed events of codes, names from closed sets, durations and counts. What
// is written is made by `forms.ts`, which rebuilds each event and is loaded late.

import type { Outcome } from '../../engine/events.ts';

export type Where = 'page' | 'worker';

export type Diagnostic =
  | {
      readonly type: 'start';
      readonly build: string;
      /** Name and version of the browser, the system's name: `Chrome 140 Linux`. */
      readonly agent: string;
      readonly language: string;
      /** Starts before this one, in a row, that did not come to an end. */
      readonly failedBefore: number;
    }
  | { readonly type: 'started'; readonly ms: number; readonly sessions: number }
  | { readonly type: 'start-failed'; readonly code: string }
  /** A command of the page, or what runs beside one. */
  | { readonly type: 'failure'; readonly code: string; readonly command?: string }
  /** An uncaught error: its class and where it arose, in our own bundles only. Its message is not kept. */
  | { readonly type: 'error'; readonly name: string; readonly frames: readonly string[] }
  | {
      readonly type: 'slow';
      readonly what: 'task' | 'command';
      readonly ms: number;
      readonly command?: string;
    }
  | {
      readonly type: 'run';
      readonly status: string;
      readonly turns: number;
      readonly ms: number;
      readonly code?: string;
      readonly host?: string;
      readonly http?: number;
    }
  | {
      readonly type: 'storage';
      readonly what: 'persisted' | 'refused' | 'lost' | 'swept' | 'backup' | 'restored';
      readonly code?: string;
      readonly count?: number;
      readonly bytes?: number;
    }
  | {
      readonly type: 'update';
      readonly what: 'waiting' | 'accepted' | 'taken-elsewhere' | 'chunk-reload' | 'chunk-failed';
    };

export type StoredDiagnostic = Diagnostic & { readonly at: number; readonly from: Where };

export interface DiagnosticLog {
  /** Never throws and is never waited for. */
  note(diagnostic: Diagnostic, from?: Where): void;
  /** Oldest first. */
  read(): Promise<readonly StoredDiagnostic[]>;
  /** The same as it is exported: JSON lines. */
  lines(now: number): Promise<string>;
}

/** How a run ended: figures, and of a failure its code, its host and its status. */
export function runEvent({ status, turns, modelMs, toolMs, failure }: Outcome): Diagnostic {
  const at = failure?.facts?.['host'];
  return {
    type: 'run',
    status,
    turns,
    ms: modelMs + toolMs,
    ...(failure === undefined ? {} : { code: failure.code }),
    ...(typeof at === 'string' ? { host: at } : {}),
    ...(failure?.status === undefined ? {} : { http: failure.status }),
  };
}

/** An uncaught thing as an event, with its stack as it is: what may be kept of that is decided where it is written. */
export function errorEvent(thrown: unknown): Diagnostic {
  if (!(thrown instanceof Error)) return { type: 'error', name: 'Thrown', frames: [] };
  return { type: 'error', name: thrown.name, frames: (thrown.stack ?? '').split('\n') };
}
