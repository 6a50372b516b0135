// English: what is said beyond the first screen, book by book.

import { attachments } from './en/attachments.ts';
import { connect } from './en/connect.ts';
import { drawn } from './en/drawn.ts';
import { settings } from './en/settings.ts';

export const en = {
  ...attachments,
  ...connect,
  ...drawn,
  ...settings,
};
