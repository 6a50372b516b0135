// English: what is said beyond the first screen, book by book.

import { asking } from './en/asking.ts';
import { attachments } from './en/attachments.ts';
import { commands } from './en/commands.ts';
import { compaction } from './en/compaction.ts';
import { connect } from './en/connect.ts';
import { drawn } from './en/drawn.ts';
import { notices } from './en/notices.ts';
import { folders } from './en/folders.ts';
import { imports } from './en/imports.ts';
import { inPage } from './en/in-page.ts';
import { panel } from './en/panel.ts';
import { sessions } from './en/sessions.ts';
import { room } from './en/room.ts';
import { models } from './en/models.ts';
import { settings } from './en/settings.ts';
import { storage } from './en/storage.ts';

export const en = {
  ...asking,
  ...attachments,
  ...commands,
  ...compaction,
  ...connect,
  ...drawn,
  ...notices,
  ...folders,
  ...imports,
  ...inPage,
  ...panel,
  ...sessions,
  ...room,
  ...models,
  ...settings,
  ...storage,
};
