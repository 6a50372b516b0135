// The title of the document: the session, and that someone is waited for, wherever they look.

import { effect } from '@preact/signals';
import { t } from '../i18n/text.ts';
import { titleOf } from '../names.ts';
import type { App } from './app.ts';
import { route } from './router.ts';

export function followTitle(app: App): void {
  effect(() => {
    const at = route();
    const sessions = app.sessions.value;
    const waiting = sessions.find(
      ({ approvals, blocked, questions }) =>
        approvals.length > 0 || blocked !== undefined || questions !== undefined,
    );
    const here = at.type === 'session' ? sessions.find(({ session }) => session === at.session) : undefined;
    const shown = waiting ?? here;
    const title = shown === undefined || shown.title === '' ? '' : titleOf(shown);
    if (waiting !== undefined)
      document.title = t('app.title.waiting', { title: title === '' ? t('session.untitled') : title });
    else document.title = title === '' ? t('app.name') : t('app.title', { title });
  });
}
