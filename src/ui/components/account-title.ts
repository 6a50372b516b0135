// What an account is called on the screen: servers have names of their own, the page itself has one in each language.

import type { AccountView } from '../../protocol/host.ts';
import { t } from '../i18n/later.ts';

export function accountTitle({ label, inPage }: AccountView): string {
  return inPage === true ? t('inPage.title') : label;
}
