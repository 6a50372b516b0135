// Which account is asked next (P7). An account that failed in a way that time or another account mends rests for ten
// minutes, in memory only: resting accounts stand behind the others, in their order, and are never left out.

import type { FailureCode } from '../../engine/failures.ts';
import type { Clock } from '../../engine/ports.ts';
import type { Provider, ResolvedModel, Rotation } from '../../engine/provider.ts';
import { drain } from './drain.ts';

export const REST_MS = 10 * 60_000;

/** Until when an account rests, in milliseconds since the epoch, and why. */
export interface Rest {
  readonly until: number;
  readonly cause: FailureCode;
}

export interface Resting {
  of(account: string): Rest | undefined;
  /** It was mended: nothing speaks against it any more. */
  wake(account: string): void;
  /** The rotation of one run: `others` in the order that the person gave them. */
  rotation(others: readonly ResolvedModel[]): Rotation;
}

/** The account that a model's name begins with. */
const accountOf = ({ name }: ResolvedModel): string => name.slice(0, name.indexOf('/'));

/** `changed`: an account begins to rest. */
export function createResting(clock: Clock, changed: () => void = () => undefined): Resting {
  const resting = new Map<string, { readonly until: number; readonly cause: FailureCode }>();
  const left = (account: string): number => (resting.get(account)?.until ?? 0) - clock.elapsed();
  const rests = (model: ResolvedModel): boolean => left(accountOf(model)) > 0;
  return {
    of: (account) => {
      const rest = resting.get(account);
      const ms = left(account);
      return rest === undefined || ms <= 0 ? undefined : { until: clock.now() + ms, cause: rest.cause };
    },
    wake: (account) => void resting.delete(account),
    rotation: (others) => ({
      order: (own, tokens) => {
        const able = others.filter(({ capabilities }) => holds(capabilities, own, tokens));
        const all = [own, ...able];
        return [...all.filter((model) => !rests(model)), ...all.filter(rests)];
      },
      failed: (model, { code: cause }) => {
        resting.set(accountOf(model), { until: clock.elapsed() + REST_MS, cause });
        changed();
      },
    }),
  };
}

/** A provider that is made when it is first asked for something. */
export function lateProvider(
  { provider: id, baseUrl: endpoint }: { readonly provider: string; readonly baseUrl: string },
  make: () => Promise<Provider>,
): Provider {
  const stream: Provider['stream'] = async function* (request, signal) {
    yield* (await make()).stream(request, signal);
  };
  return {
    id,
    stamp: (model) => ({ provider: id, model, endpoint }),
    stream,
    complete: (request, signal) => drain(stream(request, signal)),
    validateAuth: async (signal) => (await make()).validateAuth(signal),
  };
}

function holds(
  { window, tools, images }: ResolvedModel['capabilities'],
  own: ResolvedModel,
  tokens: number,
): boolean {
  return tokens < window && (tools || !own.capabilities.tools) && (images || !own.capabilities.images);
}
