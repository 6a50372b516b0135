// Addresses as people and broken links write them.

import { expect, it } from 'vitest';
import { route, startRouter } from './router.ts';

it('an address that can not be decoded leads to the root, not to a blank page', () => {
  history.replaceState(null, '', '#/s/%E0%A4%A');
  startRouter();
  expect(route()).toEqual({ type: 'root' });
});

it.each([
  ['#/nonsense', '#/'],
  ['#/settings/zzz', '#/settings/models'],
  ['#/archive', '#/archive'],
  ['#/s/abc', '#/s/abc'],
  ['', ''],
])('%j stands in the address as %j', (written, shown) => {
  history.replaceState(null, '', written === '' ? location.pathname + location.search : written);
  startRouter();
  expect(location.hash).toBe(shown);
});
