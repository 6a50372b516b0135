import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asId, type MessageId, type SessionId } from '../src/engine/ids.ts';
import type { Script } from '../src/engine/testing/scripted-model.ts';
import { createSessionFold } from '../src/features/sessions/fold.ts';
import { branchPath } from '../src/features/sessions/sessions.ts';
import type { HostApi } from '../src/protocol/host.ts';
import { createZipWriter, readZip } from '../src/features/zip.ts';
import { createMemoryStorage, type MemoryStorage, openTab } from './testing/memory-platform.ts';
import { createHarness } from './wiring.ts';
// Chunks that are loaded on the way: here from the start, so that no test waits for them.
import '../src/features/sessions/documents.ts';
import './archive.ts';
import './auto-titles.ts';

const s = asId<SessionId>('s');
const words = {
  person: 'You',
  agent: 'Agent',
  reasoning: 'Reasoning',
  image: 'Image',
  withdrawn: 'cut off',
  untitled: 'Session',
};
const reading = { words, language: 'en' };
const EVIL = '<script>alert(1)</script>';

interface Profile {
  readonly host: HostApi;
  readonly storage: MemoryStorage;
  readonly folders: MemoryStorage['folders'];
  say(session: SessionId, id: string, text: string): Promise<void>;
}

function profile(scripts: readonly Script[] = []): Profile {
  const storage = createMemoryStorage();
  const host = createHarness(openTab(storage, scripts).platform);
  return {
    host,
    storage,
    folders: storage.folders,
    say: async (session, id, text) => {
      await host.send(session, { id: asId<MessageId>(id), parts: [{ type: 'text', text }] });
      for (let open = 1; open > 0; open = (await storage.log.head(session))?.openRuns.length ?? 0)
        await storage.clock.advance(1000);
      // A name that a model was asked for is on record, or not wanted.
      for (let round = 0; round < 10; round += 1) {
        await turn();
        await storage.clock.advance(1);
      }
    },
  };
}
const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
};
const jsonl = async ({ host }: Profile, session = s): Promise<string> =>
  (await host.exportSession(session, 'jsonl', reading)).text;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const viewOf = async ({ storage }: Profile, session: SessionId) => {
  const fold = createSessionFold();
  const head = await storage.log.head(session);
  for (const entry of branchPath(storage.log.entries(session), head?.tip ?? 0)) fold.entry(entry);
  return fold.view();
};

async function lived(): Promise<Profile> {
  const one = profile([`The **answer** ${EVIL}`, 'A name', 'second', 'other', '']);
  await one.say(s, 'm1', `First ${EVIL}`);
  await one.host.editMessage(s, asId<MessageId>('m1'), {
    id: asId<MessageId>('m2'),
    parts: [{ type: 'text', text: 'edited' }],
  });
  await one.storage.clock.advance(1000);
  await one.say(asId<SessionId>('t'), 'm3', 'Another session');
  const blob = await one.host.putBlob(encode('pixels'));
  await one.storage.log.append(
    s,
    [
      {
        by: asId('user'),
        event: { type: 'message', id: asId('m9'), parts: [{ type: 'image', mediaType: 'image/png', blob }] },
      },
    ],
    { durable: true },
  );
  return one;
}

test('backup, empty profile, restore: the same exports and the same backup again', async () => {
  const one = await lived();
  await one.host.saveSettings({ theme: 'dark' });
  one.storage.files.plant('notes/a\\b.md', 'odd name');
  one.storage.files.plant('A.txt', 'upper');
  one.storage.files.plant('a.txt', 'lower');
  const made = await one.host.addPrivate('Drawings');
  await (await one.folders.open(made.id)).write('plan.svg', encode('<svg/>'), () => true);
  const archive = await bytesOf(await one.host.writeBackup({}));
  const two = profile();
  await two.storage.clock.advance(one.storage.clock.now() - two.storage.clock.now());
  expect(await two.host.inspectBackup(archive)).toMatchObject({
    counts: { sessions: 2, blobs: 1, accounts: 1, keys: 0, files: 4 },
  });
  two.storage.files.plant('shipped.md', 'as every new profile has it');
  two.storage.files.plant('A.txt', 'other');
  expect(await two.host.restoreBackup(archive, {})).toEqual({
    sessions: 2,
    known: 0,
    blobs: 1,
    accounts: 0,
    rules: 0,
    keys: 0,
    files: 4,
  });
  expect(await two.folders.list()).toEqual(await one.folders.list());
  expect(await (await two.folders.open(made.id)).read('plan.svg')).toEqual(encode('<svg/>'));
  expect(two.storage.files.paths()).toEqual(one.storage.files.paths());
  expect(two.storage.files.text('A.txt')).toBe('upper');
  for (const session of [s, asId<SessionId>('t')]) {
    expect(await jsonl(two, session)).toBe(await jsonl(one, session));
    for (const format of ['markdown', 'html'] as const)
      expect(await two.host.exportSession(session, format, reading)).toEqual(
        await one.host.exportSession(session, format, reading),
      );
  }
  expect((await two.host.boot()).settings.theme).toBe('dark');
  expect(await bytesOf(await two.host.writeBackup({}))).toEqual(archive);
  expect(await two.host.restoreBackup(archive, {})).toMatchObject({ sessions: 0, known: 2 });
});

test('into a profile with sessions only files come in that are not there, and nothing goes', async () => {
  const one = await lived();
  one.storage.files.plant('same.md', 'old');
  one.storage.files.plant('gone.md', 'from the backup');
  const archive = await bytesOf(await one.host.writeBackup({}));
  const two = await lived();
  two.storage.files.plant('same.md', 'new');
  two.storage.files.plant('mine.md', 'mine');
  expect(await two.host.restoreBackup(archive, {})).toMatchObject({ sessions: 0, known: 2, files: 1 });
  expect(two.storage.files.paths()).toEqual(['gone.md', 'mine.md', 'same.md']);
  expect(two.storage.files.text('same.md')).toBe('new');
});

test('a backup counts as written when it was read to its end', async () => {
  const { host, storage } = await lived();
  for await (const chunk of await host.writeBackup({})) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect((await host.backupState()).downloadedAt).toBeUndefined();
  await bytesOf(await host.writeBackup({}));
  expect((await host.backupState()).downloadedAt).toBe(storage.clock.now());
  expect(await host.diagnostics()).toContain('"what":"backup"');
});

test('keys are in a backup only when asked for, and only the passphrase opens them', async () => {
  const one = await lived();
  const account = {
    id: 'ollama-2',
    provider: 'ollama',
    baseUrl: 'https://models.example/v1',
    hasKey: true,
    models: [],
    addedAt: 1,
  };
  await one.storage.accounts.put(account);
  await one.storage.vault.put('account:ollama-2', 'sk-secret', 'https://models.example');
  const bare = await bytesOf(await one.host.writeBackup({}));
  const sealed = await bytesOf(await one.host.writeBackup({ passphrase: 'long words' }));
  for (const archive of [bare, sealed]) {
    const files = readZip(archive);
    if ('code' in files) throw new TypeError(files.message);
    expect(files.some(({ bytes }) => new TextDecoder().decode(bytes).includes('sk-secret'))).toBe(false);
    expect(files.some(({ path }) => path === 'keys.sealed')).toBe(archive === sealed);
  }
  const two = profile();
  expect(await two.host.restoreBackup(sealed, { passphrase: 'wrong' })).toMatchObject({
    code: 'wrong-passphrase',
  });
  expect((await two.host.boot()).sessions).toEqual([]);
  expect(await two.host.restoreBackup(sealed, { passphrase: 'long words' })).toMatchObject({
    keys: 1,
    accounts: 1,
  });
  expect(await two.storage.vault.get('account:ollama-2', 'https://models.example')).toBe('sk-secret');
  expect(await two.storage.vault.get('account:ollama-2', 'https://else.example')).toBeUndefined();
});

test('a backup with anything changed, added or missing is refused whole', async () => {
  const one = await lived();
  const files = readZip(await bytesOf(await one.host.writeBackup({})));
  if ('code' in files) throw new TypeError(files.message);
  const zip = (list: readonly { readonly path: string; readonly bytes: Uint8Array }[]): Uint8Array => {
    const writer = createZipWriter(0);
    const chunks = list.flatMap(({ path, bytes }) => writer.add(path, [bytes], 'deflate'));
    return new Uint8Array(Buffer.concat([...chunks, ...writer.end()]));
  };
  const two = profile();
  const hostile = [
    ...files.map((_, at) => zip(files.filter((__, other) => other !== at))),
    ...files.map((_, at) =>
      zip(files.map((file, other) => (other === at ? { ...file, bytes: encode('[]') } : file))),
    ),
    zip([...files, { path: 'more', bytes: encode('x') }]),
    encode('no archive'),
  ];
  for (const archive of hostile)
    expect(await two.host.restoreBackup(archive, {})).toMatchObject({ code: 'bad-archive' });
  expect((await two.host.boot()).sessions).toEqual([]);
});

test('JSON lines come in again as the session that they were', async () => {
  const one = await lived();
  const two = profile();
  const report = await two.host.importFile(encode(await jsonl(one)));
  expect(report).toMatchObject({ product: 'bowline', sessions: [s], skipped: [] });
  expect(await viewOf(two, s)).toEqual(await viewOf(one, s));
  expect(two.storage.log.entries(s).slice(0, -1)).toEqual(one.storage.log.entries(s));
  expect(await two.host.importFile(encode(await jsonl(one)))).toMatchObject({ sessions: [], known: 1 });
});

test('where its id is taken it comes in under a new one, and damaged lines are told', async () => {
  const one = await lived();
  const lines = (await jsonl(one)).replaceAll('edited', 'altered');
  const report = await one.host.importFile(encode(`${lines}{"v":1}\nnot json\n`));
  if ('code' in report) throw new TypeError(report.message);
  expect(report.skipped).toEqual([{ what: 'line', reason: 'damaged', kind: '', count: 2 }]);
  const [made] = report.sessions;
  if (made === undefined) throw new TypeError('nothing came in');
  expect(made).not.toBe(s);
  expect(report.copies).toBe(1);
  const title = (await one.storage.log.head(s))?.title ?? '';
  expect((await one.storage.log.head(made))?.title).toBe(`${title} (2)`);
  const [altered, own] = await Promise.all([viewOf(one, made), viewOf(one, s)]);
  expect(JSON.parse(JSON.stringify(altered.items).replaceAll('altered', 'edited'))).toEqual(
    JSON.parse(JSON.stringify(own.items)),
  );
});

test('the export of a session that is here is known by its content; one that went on elsewhere is a copy', async () => {
  const one = await lived();
  const early = await jsonl(one);
  expect(await one.host.importFile(encode(early))).toMatchObject({ sessions: [], known: 1 });
  await one.host.rename(s, 'Another name');
  expect(await one.host.importFile(encode(early))).toMatchObject({ sessions: [], known: 1 });
  const longer = await jsonl(one);
  const two = await lived();
  expect(await two.host.importFile(encode(longer))).toMatchObject({ known: 0, copies: 1 });
  expect(await two.host.importFile(encode(longer))).toMatchObject({ sessions: [], known: 1 });
});

test('what is no export says of what kind it is', async () => {
  const one = await lived();
  expect(await one.host.importFile(new Uint8Array([0xff, 0xfe, 0, 1]))).toMatchObject({
    code: 'bad-archive',
    facts: { why: 'foreign' },
  });
  expect(await one.host.importFile(await bytesOf(await one.host.writeBackup({})))).toMatchObject({
    code: 'bad-archive',
    facts: { why: 'backup' },
  });
});

test('approvals, grants, wide modes and open runs of an import are inert', async () => {
  const one = profile([{ hangAt: 0 }]);
  await one.host.send(s, { id: asId('m1'), parts: [{ type: 'text', text: 'hi' }], setup: { mode: 'full' } });
  const run = one.storage.log.entries(s).find(({ event }) => event.type === 'run-start')?.run;
  if (run === undefined) throw new TypeError('no run');
  const request = {
    approvalId: asId<'a' & never>('a'),
    callId: asId<'c' & never>('c'),
    tool: 'write_file',
    effect: 'write',
    input: {},
    targets: [],
    hash: 'h',
    reason: 'mode-ask',
    scopes: ['once', 'run'],
  } as const;
  await one.storage.log.append(
    s,
    [{ by: asId('agent'), run, event: { type: 'approval-request', ...request } }],
    { durable: true },
  );
  const two = profile();
  await two.host.importFile(encode(await jsonl(one)));
  expect(await two.storage.log.head(s)).toMatchObject({
    openRuns: [],
    approvals: [],
    setup: { mode: 'ask' },
  });
  await expect(two.host.continueRun(s, run)).rejects.toMatchObject({ failure: { code: 'not-found' } });
});

test('the HTML is one file without script, and nothing of the session gets out of its text', async () => {
  const one = await lived();
  await one.host.switchVariant(s, 1);
  const { text, name } = await one.host.exportSession(s, 'html', reading);
  expect(name).toMatch(/^\d{4}-\d{2}-\d{2}-A-name\.html$/);
  expect(text).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\//i);
  expect(text).toContain("default-src 'none'".replaceAll("'", '&#39;'));
  expect(text).toContain('<strong>answer</strong>');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('Markdown shows the active branch', async () => {
  const one = await lived();
  const { text } = await one.host.exportSession(s, 'markdown', reading);
  expect(text).toContain('# A name');
  expect(text).toContain('## You');
  expect(text).toContain('edited');
  expect(text).not.toContain('First');
});

test('the same bytes are kept once, under their hash', async () => {
  const { host } = profile();
  const hash = await host.putBlob(encode('abc'));
  expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await host.putBlob(encode('abc'))).toBe(hash);
  expect(await host.getBlob(hash)).toEqual(encode('abc'));
  expect(await host.getBlob(asId('0'.repeat(64)))).toBeUndefined();
});
