// Russian: what is said beyond the first screen, book by book.

import type { LaterCatalog } from '../catalog.ts';
import { asking } from './ru/asking.ts';
import { attachments } from './ru/attachments.ts';
import { commands } from './ru/commands.ts';
import { compaction } from './ru/compaction.ts';
import { connect } from './ru/connect.ts';
import { drawn } from './ru/drawn.ts';
import { notices } from './ru/notices.ts';
import { folders } from './ru/folders.ts';
import { imports } from './ru/imports.ts';
import { inPage } from './ru/in-page.ts';
import { panel } from './ru/panel.ts';
import { sessions } from './ru/sessions.ts';
import { room } from './ru/room.ts';
import { models } from './ru/models.ts';
import { settings } from './ru/settings.ts';
import { storage } from './ru/storage.ts';

export const ru: LaterCatalog = {
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
