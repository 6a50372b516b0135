// Which account is asked next (P7). An account that failed in a way that time or another account mends rests for ten
// minutes, in memory only: resting accounts stand behind the others, in their order, and are never left out.

import type { Clock } from '../../engine/ports.ts';
import type { Provider, ResolvedModel, Rotation } from '../../engine/provider.ts';
import { drain } from './drain.ts';

export const REST_MS = 10 * 60_000;

export interface Resting {
  /** The rotation of one run: `others` in the order that the person gave them. */
  rotation(others: readonly ResolvedModel[]): Rotation;
}

/** The account that a model's name begins with. */
const accountOf = ({ name }: ResolvedModel): string => name.slice(0, name.indexOf('/'));

export function createResting(clock: Clock): Resting {
  const until = new Map<string, number>();
  const rests = (model: ResolvedModel): boolean => (until.get(accountOf(model)) ?? 0) > clock.elapsed();
  return {
    rotation: (others) => ({
      order: (own, tokens) => {
        const able = others.filter(({ capabilities }) => holds(capabilities, own, tokens));
        const all = [own, ...able];
        return [...all.filter((model) => !rests(model)), ...all.filter(rests)];
      },
      failed: (model) => void until.set(accountOf(model), clock.elapsed() + REST_MS),
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
