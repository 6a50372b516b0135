// Addresses as people and broken links write them.

import { expect, it } from 'vitest';
import { route, startRouter } from './router.ts';

it('an address that can not be decoded leads to the root, not to a blank page', () => {
  history.replaceState(null, '', '#/s/%E0%A4%A');
  startRouter();
  expect(route()).toEqual({ type: 'root' });
});
