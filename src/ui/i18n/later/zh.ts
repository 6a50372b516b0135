// Chinese: what is said beyond the first screen, book by book.

import type { LaterCatalog } from '../catalog.ts';
import { asking } from './zh/asking.ts';
import { attachments } from './zh/attachments.ts';
import { commands } from './zh/commands.ts';
import { compaction } from './zh/compaction.ts';
import { connect } from './zh/connect.ts';
import { drawn } from './zh/drawn.ts';
import { notices } from './zh/notices.ts';
import { folders } from './zh/folders.ts';
import { imports } from './zh/imports.ts';
import { inPage } from './zh/in-page.ts';
import { panel } from './zh/panel.ts';
import { sessions } from './zh/sessions.ts';
import { room } from './zh/room.ts';
import { models } from './zh/models.ts';
import { settings } from './zh/settings.ts';
import { storage } from './zh/storage.ts';

export const zh: LaterCatalog = {
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
