// The doctor as a page runs it: the real network adapter of the browser, the real look at an address. Bundled by
// doctor.spec.ts, which puts pages into states that only a browser has.

import { createSystemClock } from '../src/adapters/clock.ts';
import { createHttp } from '../src/adapters/http.ts';
import { lookAt } from '../src/features/providers/doctor.ts';
import { findPreset } from '../src/features/providers/presets.ts';
import type { Diagnosis, Here } from '../src/features/providers/providers.ts';

export interface PageQuestion {
  readonly provider: string;
  readonly baseUrl: string;
  readonly key?: string;
  readonly localNetwork: Here['localNetwork'];
  readonly thisMachine: NonNullable<Here['thisMachine']>;
}

async function ask({ provider, baseUrl, key, ...permissions }: PageQuestion): Promise<Diagnosis> {
  const clock = createSystemClock();
  const preset = findPreset(provider);
  if (preset === undefined) throw new TypeError(provider);
  const here: Here = { origin: location.origin, system: 'linux', ...permissions };
  const never = new AbortController().signal;
  return lookAt({ http: createHttp({ clock }), clock }, { preset, baseUrl, key }, here, never);
}

Object.assign(globalThis, { askDoctor: ask });
