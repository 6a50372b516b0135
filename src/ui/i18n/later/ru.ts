// Russian: what is said beyond the first screen, book by book.

import type { LaterCatalog } from '../catalog.ts';
import { connect } from './ru/connect.ts';
import { settings } from './ru/settings.ts';

export const ru: LaterCatalog = {
  ...connect,
  ...settings,
};
