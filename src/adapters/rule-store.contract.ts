// What every RuleStore must do; run on the memory twin, on an imitated IndexedDB and on the real one.
import { describe, expect, it } from 'vitest';
import type { StoredRule } from '../features/guard/fold.ts';
import type { RuleStore } from '../features/guard/guard.ts';

const rule = (id: string): StoredRule => ({
  id,
  effect: 'allow',
  tool: 'tool',
  target: `${id}.txt`,
  scope: 'always',
  gesture: 'approval',
  at: 1,
});

/** `open` gives the same store each time it is called by one test, as after a restart. */
export function ruleStoreContract(name: string, fresh: () => Promise<{ open(): Promise<RuleStore> }>): void {
  describe(`rules in ${name}`, () => {
    it('are listed oldest first, also after a restart', async () => {
      const { open } = await fresh();
      const store = await open();
      expect(await store.list()).toEqual([]);
      await store.put(rule('b'));
      await store.put(rule('a'));
      expect(await store.list()).toEqual([rule('b'), rule('a')]);
      expect(await (await open()).list()).toEqual([rule('b'), rule('a')]);
    });

    it('are replaced by id, and removed one by one', async () => {
      const store = await (await fresh()).open();
      await store.put(rule('a'));
      await store.put({ ...rule('a'), at: 2 });
      expect(await store.list()).toEqual([{ ...rule('a'), at: 2 }]);
      await store.put(rule('b'));
      await store.remove('a');
      await store.remove('never there');
      expect(await store.list()).toEqual([rule('b')]);
    });

    it('are all kept when they are put at once', async () => {
      const store = await (await fresh()).open();
      const many = Array.from({ length: 20 }, (_, at) => rule(`r${at}`));
      await Promise.all(many.map((one) => store.put(one)));
      expect((await store.list()).map(({ id }) => id).toSorted()).toEqual(
        many.map(({ id }) => id).toSorted(),
      );
    });
  });
}
