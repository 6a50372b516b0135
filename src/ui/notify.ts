// Notices of the system while nobody looks at the page, where the person switched them on; a press brings the session.

import { effect } from '@preact/signals';
import { t } from './i18n/later.ts';
import { titleOf } from './names.ts';
import { createNoticeWatch, type Notice } from './state/notices.ts';
import { addressOf, go } from './state/router.ts';
import type { App } from './state/app.ts';

export type NoticeLeave = 'granted' | 'denied' | 'default' | 'unsupported';

export function noticeLeave(): NoticeLeave {
  return typeof Notification === 'function' ? Notification.permission : 'unsupported';
}

/** Contract: called by a press; a browser asks only then. */
export async function askNoticeLeave(): Promise<NoticeLeave> {
  return typeof Notification === 'function' ? Notification.requestPermission() : 'unsupported';
}

/** Returns what ends it. */
export function followNotices(app: App): () => void {
  const newsOf = createNoticeWatch();
  return effect(() => {
    if (app.boot.value === undefined) return;
    const news = newsOf(app.sessions.value);
    const wanted = app.settings.value?.notify === true && noticeLeave() === 'granted';
    if (!wanted || document.visibilityState === 'visible') return;
    for (const notice of news) void show(notice);
  });
}

async function show({ session, title, kind }: Notice): Promise<void> {
  const name = titleOf({ title });
  const address = addressOf({ type: 'session', session });
  // One notice a session, whatever tabs there are: the next takes the place of the one before.
  const options = { body: t(`notice.${kind}`), tag: `bowline-${session}`, data: { address } };
  try {
    const notice = new Notification(name, options);
    notice.addEventListener('click', () => {
      window.focus();
      go({ type: 'session', session });
      notice.close();
    });
  } catch {
    // Phones show them through the service worker only; it opens the address of a pressed one.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(name, options).catch(() => undefined);
  }
}
