// The figures of a run before it has done anything: what every count starts from.

import type { Outcome } from './events.ts';
import { NO_USAGE } from './messages.ts';

export type RunFigures = Omit<Outcome, 'status' | 'failure' | 'turnLimit' | 'limit'>;

export const NO_FIGURES: RunFigures = {
  text: '',
  usage: NO_USAGE,
  turns: 0,
  toolCalls: 0,
  toolFailures: 0,
  retries: 0,
  compactions: 0,
  modelMs: 0,
  toolMs: 0,
  waitingMs: 0,
  usd: 0,
};
