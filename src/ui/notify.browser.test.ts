// Notices and the screen's lock, with the platform's parts replaced by witnesses.

import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asId, type SessionId } from '../engine/ids.ts';
import type { SessionHead } from '../engine/session-head.ts';
import { DEFAULT_SETTINGS, type Settings } from '../features/settings.ts';
import { keepAwake } from './keep-awake.ts';
import { followNotices } from './notify.ts';
import type { App } from './state/app.ts';
import { route } from './state/router.ts';

const session = asId<SessionId>('tides');
const head = (status: 'running' | undefined): SessionHead => ({
  session,
  version: 2,
  title: 'Tides',
  named: false,
  createdAt: 1,
  updatedAt: 1,
  setup: {},
  count: 1,
  tip: 1,
  lastAt: 1,
  openRuns:
    status === undefined
      ? []
      : [
          {
            run: asId('r'),
            agent: asId('a'),
            model: 'm',
            startedSeq: 1,
            startedAt: 1,
            lastAt: 1,
            status,
            started: [],
          },
        ],
  approvals: [],
  lastStatus: 'done',
  tokens: 0,
  toolCalls: 0,
  usd: 0,
  workMs: 0,
});

const shown: {
  readonly title: string;
  readonly options: NotificationOptions | undefined;
  readonly on: EventTarget;
}[] = [];
class Witness extends EventTarget {
  static permission: NotificationPermission = 'granted';
  constructor(title: string, options?: NotificationOptions) {
    super();
    shown.push({ title, options, on: this });
  }
  close(): void {}
}

let visible: DocumentVisibilityState = 'hidden';
beforeEach(() => {
  shown.length = 0;
  visible = 'hidden';
  vi.stubGlobal('Notification', Witness);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As much of the page's state as both look at. */
function page(settings: Partial<Settings>) {
  const sessions = signal<readonly SessionHead[]>([head('running')]);
  const anyRuns = signal(true);
  const parts = {
    boot: signal({}),
    sessions,
    anyRuns,
    settings: signal({ ...DEFAULT_SETTINGS, ...settings }),
  };
  return { sessions, anyRuns, app: parts as unknown as App };
}

test('a run that ends while nobody looks is told of; a press brings its session', () => {
  const { app, sessions } = page({ notify: true });
  const stop = followNotices(app);
  sessions.value = [head(undefined)];
  expect(shown.map(({ title, options }) => [title, options?.tag])).toEqual([['Tides', 'bowline-tides']]);
  shown[0]?.on.dispatchEvent(new Event('click'));
  expect(route()).toEqual({ type: 'session', session });
  stop();
});

test.each<[string, Partial<Settings>, DocumentVisibilityState]>([
  ['switched off', { notify: false }, 'hidden'],
  ['the page is in sight', { notify: true }, 'visible'],
])('nothing is shown: %s', (_why, settings, state) => {
  visible = state;
  const { app, sessions } = page(settings);
  const stop = followNotices(app);
  sessions.value = [head(undefined)];
  expect(shown).toEqual([]);
  stop();
});

test('the screen is held while a run is on and the page in sight, and let go after', async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.spyOn(navigator.wakeLock, 'request');
  // Only what is called of it.
  request.mockResolvedValue({ release } as unknown as WakeLockSentinel);
  const { app, anyRuns } = page({ keepAwake: true });
  const stop = keepAwake(app);
  expect(request).not.toHaveBeenCalled();
  visible = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(1);
  anyRuns.value = false;
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  stop();
});
