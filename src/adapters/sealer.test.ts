import { expect, test } from 'vitest';
import { createSealer } from './sealer.ts';

const sealer = createSealer(10);

test('the same words open it, in whatever form they are typed', async () => {
  const sealed = await sealer.seal('the key', 'café and more');
  expect(sealed).not.toContain('the key');
  expect(await sealer.open(sealed, 'cafe\u0301 and more')).toBe('the key');
});

test('two seals of one text have nothing in common', async () => {
  const [one, two] = [await sealer.seal('k', 'p'), await sealer.seal('k', 'p')].map(
    (text) => JSON.parse(text) as Record<string, string>,
  );
  for (const part of ['salt', 'iv', 'data']) expect(one?.[part]).not.toBe(two?.[part]);
});

test('other words, and anything that was changed, open nothing', async () => {
  const sealed = await sealer.seal('the key', 'words');
  const changed = sealed.replace(/"data":"(.)/, (whole, letter: string) =>
    whole.replace(/.$/, letter === 'A' ? 'B' : 'A'),
  );
  const slow = sealed.replace('"iterations":10', '"iterations":1e15');
  for (const [text, words] of [
    [sealed, 'other'],
    [changed, 'words'],
    [slow, 'words'],
    ['', 'words'],
    ['null', 'words'],
    ['{}', 'words'],
  ] as const)
    await expect(sealer.open(text, words)).rejects.toMatchObject({ failure: { code: 'wrong-passphrase' } });
});
