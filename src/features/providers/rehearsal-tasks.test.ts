// The three tasks of the sample workspace, played on its real files: what is changed is right, survives other files and
// other orders, and every refusal is taken for one.

import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { en } from '../../ui/i18n/en.ts';
import { ru } from '../../ui/i18n/ru.ts';
import { zh } from '../../ui/i18n/zh.ts';
import { SAMPLE_TASKS } from '../sample.ts';
import { play, type PlayOptions } from './fixtures/play.ts';
import { createRehearsal } from './rehearsal.ts';
import { playTask } from './rehearsal-tasks.ts';
import { viewOf } from './rehearsal-view.ts';

const root = join(import.meta.dirname, '../../../public/sample');
const sample: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.\w+$/.test(path) && path !== 'index.json')
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
);

const model = createRehearsal({ clock: createVirtualClock(), pace: 0 });
const perform = (asked: string, more: Partial<PlayOptions> = {}) =>
  play(model, { files: sample, asked, ...more });

const prompt = (
  { messages }: { readonly messages: Readonly<Record<string, unknown>> },
  key: string,
): string => {
  const text = messages[key];
  if (typeof text !== 'string') throw new Error(key);
  return text;
};
const FIX = prompt(en, 'try.fix.prompt');
const REPORT = prompt(en, 'try.report.prompt');
const RENAME = prompt(en, 'try.rename.prompt');

const textIn = (played: Awaited<ReturnType<typeof play>>, path: string): string =>
  played.desk.files.text(path) ?? '';

/** The times that the sample's code prints, run from a folder of its own. */
async function timesOf(
  files: (path: string) => string,
  harbour: string,
  day: string,
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'));
  try {
    for (const path of ['src/tides.ts', 'src/clock.ts', 'src/format.ts']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), files(path));
    }
    const tides = await import(/* @vite-ignore */ join(folder, 'src/tides.ts'));
    const harbours: readonly { name: string }[] = tides.readHarbours(files('data/harbours.csv'));
    const rows: readonly { time: string }[] = tides.tideTable(
      harbours.find(({ name }) => name === harbour),
      day,
    );
    return rows.map(({ time }) => time);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const expectOnlyTruth = (played: Awaited<ReturnType<typeof play>>): void => {
  const shown = played.last.matchAll(/^- `([^`]+):(\d+)` (`+) ?(.*?) ?\3$/gm);
  for (const [, path = '', line, , text = ''] of shown) {
    const versions = played.calls
      .filter(({ tool, ok, input }) => tool === 'read_file' && ok && JSON.stringify(input).includes(path))
      .map((call) => call.text.split('\n')[Number(line) + 1]?.trim());
    expect(versions, `${path}:${line}`).toContain(text);
  }
};

describe('every task', () => {
  const languages = [
    ['en', en],
    ['ru', ru],
    ['zh', zh],
  ] as const;
  for (const { id, promptKey, files } of SAMPLE_TASKS) {
    it.each(languages)(
      `${id} is known by the words of the page, and played to its end: %s`,
      async (language, catalogue) => {
        const played = await perform(prompt(catalogue, promptKey));
        expect(played.calls.length).toBeGreaterThanOrEqual(8);
        expect(played.calls.filter(({ ok }) => !ok)).toEqual([]);
        const touched = JSON.stringify(played.calls.map(({ input }) => input));
        for (const path of files) expect(touched).toContain(`"${path}"`);
        const signature = {
          en: 'Rehearsal: I play a part',
          ru: 'Репетиция: я играю роль',
          zh: '排练模型：我只是在扮演角色',
        };
        expect(played.last).toContain(signature[language]);
        expect(played.thought.some((text) => text !== '')).toBe(true);
        expectOnlyTruth(played);
      },
    );

    it(`${id} done once more changes nothing`, async () => {
      const first = await perform(prompt(en, promptKey));
      const files = Object.fromEntries(Object.keys(sample).map((path) => [path, textIn(first, path)]));
      if (id === 'report') files['notes/summary.md'] = textIn(first, 'notes/summary.md');
      const again = await perform(prompt(en, promptKey), { files });
      expect(again.calls.filter(({ tool }) => tool === 'edit_file' || tool === 'write_file')).toEqual([]);
    });

    it(`${id} stops where a change is denied, and says so`, async () => {
      const denial = 'Denied (by the person): leave it';
      const played = await perform(prompt(en, promptKey), {
        before: async ({ tool }) => (tool === 'edit_file' || tool === 'write_file' ? denial : undefined),
      });
      expect(played.calls.at(-1)?.text).toBe(denial);
      expect(played.last).toContain(`was denied, so I stop here. ${denial}`);
      for (const [path, text] of Object.entries(sample)) expect(textIn(played, path)).toBe(text);
    });

    it(`${id} reads again what changed under its hands, and still comes to its end`, async () => {
      let moved = false;
      const played = await perform(prompt(en, promptKey), {
        before: async ({ tool, input }, desk) => {
          if (moved || tool !== 'edit_file') return undefined;
          moved = true;
          const { path } = input as { path: string };
          desk.files.plant(path, `${desk.files.text(path)}\n`);
          return undefined;
        },
      });
      expect(played.calls.filter(({ ok }) => !ok).length).toBeLessThanOrEqual(moved ? 2 : 0);
      expect(played.last).toContain('Rehearsal: I play a part');
      if (moved) expect(played.said.join('\n')).toContain('is not as I read it. I read it again.');
    });

    it(`${id} goes on where the app had gone away in the middle of a change, whether or not it was made`, async () => {
      for (const made of [true, false]) {
        let cut = false;
        const played = await perform(prompt(en, promptKey), {
          before: async ({ tool, input }, desk) => {
            if (cut || (tool !== 'edit_file' && tool !== 'write_file')) return undefined;
            cut = true;
            if (made) await desk.call(tool, input);
            return made
              ? 'Unknown outcome: the app stopped while this call ran.'
              : 'Interrupted: the app stopped before this call was finished.';
          },
        });
        const whole = await perform(prompt(en, promptKey));
        for (const path of whole.desk.files.paths())
          expect(textIn(played, path), path).toBe(textIn(whole, path));
        expect(played.calls.filter(({ ok }) => !ok).length).toBeLessThanOrEqual(2);
      }
    });

    it(`${id} ends when a change can't be made at all`, async () => {
      const played = await perform(prompt(en, promptKey), {
        before: async ({ tool }) =>
          tool === 'edit_file' || tool === 'write_file' ? 'The disk is full.' : undefined,
      });
      expect(played.last).toContain('failed, and I don’t know another way. It said: The disk is full.');
    });

    it(`${id} without tools that write says that nothing was changed`, async () => {
      const played = await perform(prompt(en, promptKey), {
        tools: ['list_files', 'read_file', 'grep_files', 'search_files'],
      });
      expect(played.last).toMatch(/I did not change it|I did not write a report|I changed nothing/);
    });
  }

  it('is over in less than twenty seconds at the pace that people see', async () => {
    for (const asked of [FIX, REPORT, RENAME]) {
      const clock = createVirtualClock();
      const start = clock.now();
      const playing = play(createRehearsal({ clock, pace: 1 }), { files: sample, asked });
      let over = false;
      void playing.finally(() => {
        over = true;
      });
      while (!over) {
        await new Promise((resolve) => setImmediate(resolve));
        await clock.advanceToNext();
      }
      const seconds = (clock.now() - start) / 1_000;
      expect(seconds).toBeLessThan(20);
      expect(seconds).toBeGreaterThan(3);
    }
  }, 30_000);

  it('in another workspace the same words are a question like any other', async () => {
    const files = { 'a.md': 'The tide table is late by an hour.\n', 'notes/x.md': 'nothing\n' };
    for (const asked of [FIX, RENAME]) {
      const { calls, last } = await perform(asked, { files });
      expect(calls.filter(({ tool }) => tool === 'edit_file' || tool === 'write_file')).toEqual([]);
      expect(last).toContain('Rehearsal: I play a part');
    }
    const { last } = await perform(REPORT, { files });
    expect(last).toContain('I found no monthly notes with figures');
  });

  it.each(['What is a port?', 'How are you?', 'Write a poem about the sea.'])('%s is no task', (asked) => {
    const tools = [{ name: 'list_files', description: '', input: {} }];
    const messages = [{ role: 'user', parts: [{ type: 'text', text: asked }] }] as const;
    expect(
      playTask(viewOf({ role: 'main', model: 'rehearsal', system: '', messages, tools })),
    ).toBeUndefined();
  });
});

describe('fix', () => {
  it('the table is right in summer, as it was in winter, and the test that it adds would have failed before', async () => {
    const played = await perform(FIX);
    const now = (path: string) => textIn(played, path);
    const was = (path: string) => sample[path] ?? '';
    const winter = ['03:33', '09:45', '15:58', '22:11'];
    expect(await timesOf(was, 'Ravensquay', '2026-01-15')).toEqual(winter);
    expect(await timesOf(now, 'Ravensquay', '2026-01-15')).toEqual(winter);
    const expected = /deepEqual\(times, \[(.*)\]\);\n\}\);\n\ntest\('Heimaey/.exec(
      now('test/tides.test.ts'),
    )?.[1];
    const summer = (await timesOf(now, 'Ravensquay', '2026-07-15')).map((time) => `'${time}'`).join(', ');
    expect(expected).toBe(summer);
    expect((await timesOf(was, 'Ravensquay', '2026-07-15')).map((time) => `'${time}'`).join(', ')).not.toBe(
      summer,
    );
    expect(now('CHANGELOG.md')).toContain(
      '## Next\n\n- The table names the reference port of each harbour.\n- The table shows summer time:',
    );
    expect(played.last).toContain('I have no tool that runs tests');
  });

  it('the line to replace is taken from the file as it stands', async () => {
    const other = (sample['src/tides.ts'] ?? '')
      .replaceAll('ahead', 'offset')
      .replace('harbour.zone, new Date', 'harbour.zone, new Date');
    const played = await perform(FIX, { files: { ...sample, 'src/tides.ts': other } });
    expect(textIn(played, 'src/tides.ts')).toContain(
      'clockTime(tide.at, minutesAhead(harbour.zone, tide.at))',
    );
    expect(textIn(played, 'src/tides.ts')).not.toContain('const offset');
  });

  it('without the rule in AGENTS.md neither test nor changelog is touched', async () => {
    const played = await perform(FIX, { files: { ...sample, 'AGENTS.md': '# Rules\n\nBe kind.\n' } });
    expect(textIn(played, 'CHANGELOG.md')).toBe(sample['CHANGELOG.md']);
    expect(textIn(played, 'src/tides.ts')).not.toBe(sample['src/tides.ts']);
  });

  it('a table written in another way is left alone', async () => {
    const played = await perform(FIX, { files: { ...sample, 'src/tides.ts': 'export const tides = 1;\n' } });
    expect(played.last).toContain('The table is not written as I know it, so I changed nothing.');
  });
});

describe('report', () => {
  it('adds up what the notes say', async () => {
    const played = await perform(REPORT);
    const report = textIn(played, 'notes/summary.md');
    // 184 + 233 + 301 + 412 + 655 + 287 and 46.20 + 51.80 + 58.40 + 73.10 + 94.50 + 38.00
    expect(report).toContain('| **Total** | **2072** | **362.00** |');
    expect(report).toContain('| May 2026 | 655 | 94.50 |');
    expect(report).toContain('- a note on the leaflet until we know why. (notes/03-march.md:7)');
    expect(played.last).toContain('6 months: 2072 tables handed out, 362.00 pounds spent.');
    expect(played.last).toContain('6 figures that make 2072: the same.');
  });

  it('is written in the language of the message', async () => {
    expect(textIn(await perform(prompt(ru, 'try.report.prompt')), 'notes/summary.md')).toContain(
      '| **Всего** | **2072** |',
    );
  });

  it('replaces an older report that it has read', async () => {
    const played = await perform(REPORT, { files: { ...sample, 'notes/summary.md': '# Old\n' } });
    expect(played.calls.filter(({ ok }) => !ok)).toEqual([]);
    expect(textIn(played, 'notes/summary.md')).toContain('**2072**');
  });
});

describe('rename', () => {
  it('changes all three spellings and nothing else, and the code still runs', async () => {
    const played = await perform(RENAME);
    for (const [path, text] of Object.entries(sample)) {
      const expected = text
        .replaceAll('reference port', 'standard port')
        .replaceAll('referencePort', 'standardPort')
        .replaceAll('reference_port', 'standard_port');
      expect(textIn(played, path), path).toBe(expected);
    }
    expect(await timesOf((path) => textIn(played, path), 'Port Amblet', '2026-01-15')).toEqual([
      '04:11',
      '10:23',
      '16:36',
      '22:49',
    ]);
    expect(played.last).toContain('A last search finds the old name nowhere.');
  });

  it('takes the new name from the message', async () => {
    const played = await perform('Rename the reference port to home port everywhere.');
    expect(textIn(played, 'data/harbours.csv')).toContain('name,zone,home_port,');
    expect(textIn(played, 'src/tides.ts')).toContain('homePort');
  });

  it('goes on after the bug was fixed, and the other way round', async () => {
    const after = async (first: string, second: string) => {
      const one = await perform(first);
      const files = Object.fromEntries(Object.keys(sample).map((path) => [path, textIn(one, path)]));
      return perform(second, { files });
    };
    const a = await after(FIX, RENAME);
    const b = await after(RENAME, FIX);
    for (const path of Object.keys(sample)) expect(textIn(a, path), path).toBe(textIn(b, path));
    expect(textIn(a, 'src/tides.ts')).toContain('minutesAhead(harbour.zone, tide.at)');
    expect(textIn(a, 'src/tides.ts')).toContain('harbour.standardPort');
  });
});
