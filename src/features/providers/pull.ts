// Fetching a model as a row of steps, whoever fetches it. A slow reader gets the latest step, not all of them.

import { deferred } from '../../engine/deferred.ts';
import { type Failure, failure } from '../../engine/failures.ts';
import type { Provider } from '../../engine/provider.ts';
import type { PullingProvider, PullProgress } from './connect.ts';

export type PullStep =
  | ({ readonly type: 'progress' } & PullProgress)
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly failure: Failure };

/** Ends in `done` or `failed`; who stops reading stops the fetching. */
export async function* pullSteps(
  provider: Provider,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<PullStep, void> {
  if (!pulls(provider)) {
    yield { type: 'failed', failure: failure('bad-request', 'this server fetches no models') };
    return;
  }
  const stop = new AbortController();
  let latest: PullStep | undefined;
  let wake = deferred();
  const tell = (step: PullStep): void => {
    latest = step;
    wake.resolve();
  };
  void provider
    .pull(model, (step) => tell({ type: 'progress', ...step }), AbortSignal.any([signal, stop.signal]))
    .then((ended) => tell(ended === undefined ? { type: 'done' } : { type: 'failed', failure: ended }));
  try {
    for (;;) {
      await wake.promise;
      wake = deferred();
      const step = latest;
      latest = undefined;
      if (step === undefined) continue;
      yield step;
      if (step.type !== 'progress') return;
    }
  } finally {
    stop.abort();
  }
}

function pulls(provider: Provider): provider is PullingProvider {
  return 'pull' in provider && typeof provider.pull === 'function';
}
