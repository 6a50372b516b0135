// Accounts in order, those that rest behind the others, never one that can't hold the request.

import { expect, it } from 'vitest';
import { failure } from '../../engine/failures.ts';
import { resolved, scriptedModel } from '../../engine/testing/scripted-model.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { createResting, REST_MS } from './rotation.ts';

const model = (name: string, more: Parameters<typeof resolved>[1] = {}) => ({
  ...resolved(scriptedModel([]), more),
  name,
});
const refused = failure('rate-limit', 'slow down');
const own = model('a/m', { images: true });

function setup(...others: readonly ReturnType<typeof model>[]) {
  const clock = createVirtualClock();
  const resting = createResting(clock);
  const rotation = resting.rotation(others);
  const order = (tokens = 10): readonly string[] => rotation.order(own, tokens).map(({ name }) => name);
  return { clock, resting, rotation, order };
}

it('an account that failed stands behind the others for ten minutes, for every model and run', async () => {
  const b = model('b/m', { images: true });
  const { clock, resting, rotation, order } = setup(b, model('c/m', { images: true }));
  expect(order()).toEqual(['a/m', 'b/m', 'c/m']);
  rotation.failed(own, refused);
  expect(order()).toEqual(['b/m', 'c/m', 'a/m']);
  expect(
    resting
      .rotation([b])
      .order(own, 10)
      .map(({ name }) => name),
  ).toEqual(['b/m', 'a/m']);
  expect(resting.of('a')).toEqual({ until: clock.now() + REST_MS, cause: 'rate-limit' });
  await clock.advance(REST_MS - 1);
  expect(order()[0]).toBe('b/m');
  await clock.advance(1);
  expect(order()[0]).toBe('a/m');
  expect(resting.of('a')).toBeUndefined();
});

it('an account that was mended rests no longer', () => {
  const { resting, rotation, order } = setup(model('b/m', { images: true }));
  rotation.failed(own, refused);
  resting.wake('a');
  expect(order()).toEqual(['a/m', 'b/m']);
  expect(resting.of('a')).toBeUndefined();
});

it('when all rest, the order is the person’s again, and nobody is left out', () => {
  const b = model('b/m', { images: true });
  const { rotation, order } = setup(b);
  rotation.failed(b, refused);
  rotation.failed(own, refused);
  expect(order()).toEqual(['a/m', 'b/m']);
});

it('who can’t hold the request, call tools or see images is no candidate; the own model always is', () => {
  const { order } = setup(
    model('small/m', { window: 100, images: true }),
    model('mute/m', { tools: false, images: true }),
    model('blind/m'),
    model('able/m', { images: true }),
  );
  expect(order(5_000)).toEqual(['a/m', 'able/m']);
  expect(order(1_000_000)).toEqual(['a/m']);
});
