// Models that a server fetches at our word: how far each is, stop, and again. The server keeps what it has and goes on
// from there. Ends with the page; the sheet may close meanwhile.

import { createModel, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { HostApi, PullStep } from '../../protocol/host.ts';

export interface Pull {
  readonly account: string;
  readonly model: string;
  readonly state: 'running' | 'stopped' | 'done' | 'failed';
  /** The server's own word for what it does. */
  readonly status: string;
  readonly completed?: number;
  readonly total?: number;
  readonly failure?: Failure;
}

export const PullsModel = createModel((host: HostApi) => {
  const pulls = signal<readonly Pull[]>([]);
  const stops = new Map<string, () => void>();

  const keyOf = ({ account, model }: Pick<Pull, 'account' | 'model'>): string => `${account} ${model}`;
  const put = (pull: Pull): void => {
    const others = pulls.value.filter((other) => keyOf(other) !== keyOf(pull));
    pulls.value = [...others, pull];
  };

  const start = async (account: string, model: string): Promise<void> => {
    const key = keyOf({ account, model });
    if (stops.has(key)) return;
    let stopped = false;
    stops.set(key, () => {
      stopped = true;
    });
    const running: Pull = { account, model, state: 'running', status: '' };
    put(running);
    try {
      const steps = await host.pullModel(account, model);
      const iterator = steps[Symbol.asyncIterator]();
      stops.set(key, () => {
        stopped = true;
        void iterator.return?.();
      });
      for (let next = await iterator.next(); next.done !== true && !stopped; next = await iterator.next()) {
        const step = next.value;
        if (step.type === 'progress') put({ ...running, ...pick(step) });
        else if (step.type === 'failed') put({ ...running, state: 'failed', failure: step.failure });
        else {
          put({ ...running, state: 'done' });
          await host.testAccount(account).catch(() => undefined);
        }
      }
    } catch (error) {
      if (!stopped) put({ ...running, state: 'failed', failure: asFailure(error, 'wire-lost') });
    }
    if (!stopped) stops.delete(key);
  };

  return {
    pulls,
    start,
    stop: (pull: Pull) => {
      stops.get(keyOf(pull))?.();
      stops.delete(keyOf(pull));
      put({ ...pull, state: 'stopped' });
    },
    forget: (pull: Pull) => {
      pulls.value = pulls.value.filter((other) => keyOf(other) !== keyOf(pull));
    },
  };
});

function pick({
  status,
  completed,
  total,
}: Extract<PullStep, { type: 'progress' }>): Pick<Pull, 'status' | 'completed' | 'total'> {
  return {
    status,
    ...(completed === undefined ? {} : { completed }),
    ...(total === undefined ? {} : { total }),
  };
}
