import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asId, type ParticipantId } from '../../engine/ids.ts';
import { createMemoryBlobs } from '../../engine/testing/memory-blobs.ts';
import { createMemoryLog } from '../../engine/testing/memory-log.ts';
import { createSequentialIds } from '../../engine/testing/sequential-ids.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { createTranscript } from '../../engine/transcript.ts';
import { createSessionFold } from '../sessions/fold.ts';
import { leafOf, variantPoints } from '../sessions/documents.ts';
import { branchPath, foldHead } from '../sessions/sessions.ts';
import { importChats } from './imports.ts';

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const agent = asId<ParticipantId>('agent');

function rig() {
  const clock = createVirtualClock();
  const log = createMemoryLog({ fold: foldHead, clock });
  const ids = createSequentialIds('import');
  const blobs = createMemoryBlobs();
  const bring = async (...texts: string[]) => {
    const report = await importChats(texts, { log, ids, clock, agent, put: (bytes) => blobs.put(bytes) });
    if ('code' in report) throw new TypeError(report.message);
    return report;
  };
  const branch = async (at = 0) => {
    const head = (await log.heads())[at];
    if (head === undefined) throw new TypeError('no session');
    return { head, entries: branchPath(log.entries(head.session), head.tip), all: log.entries(head.session) };
  };
  return { log, blobs, bring, branch };
}

test('a conversation with a tree of nodes comes in whole, hidden nodes told', async () => {
  const { bring, branch } = rig();
  expect(await bring(file('./fixtures/chatgpt.json'))).toMatchObject({
    product: 'chatgpt',
    sessions: ['import-1'],
    known: 0,
    messages: 10,
    attachments: 0,
    skipped: [
      { what: 'message', reason: 'hidden', kind: 'system', count: 1 },
      { what: 'message', reason: 'hidden', kind: 'user', count: 1 },
    ],
  });
  const { head, entries } = await branch();
  expect(head).toMatchObject({
    title: 'How photosynthesis works',
    openRuns: [],
    approvals: [],
    origin: { product: 'chatgpt', id: '6857150a-cd20-800f-a5f7-d2404f94b935' },
    createdAt: 1750537482971,
  });
  const items = createTranscript(agent, entries).items.map(({ type }) => type);
  expect(items).toEqual(Array.from({ length: 5 }, () => ['user', 'assistant']).flat());
});

test('reasoning and text of content blocks come in', async () => {
  const { bring, branch } = rig();
  expect(await bring(file('./fixtures/claude.json'))).toMatchObject({
    product: 'claude',
    messages: 2,
    skipped: [],
  });
  const { head, entries } = await branch();
  expect(head.title).toBe('Thinking Demo');
  const reply = entries.find(({ event }) => event.type === 'message-end')?.event;
  expect(reply?.type === 'message-end' && reply.message.parts.map(({ type }) => type)).toEqual([
    'reasoning',
    'text',
  ]);
});

test('an agent session comes in with its calls, each with its own result, and nothing that could go on', async () => {
  const { bring, branch } = rig();
  const text = file('./fixtures/pi.jsonl');
  const lines = text.split('\n').filter((line) => line.includes('"type":"message"'));
  const report = await bring(text);
  const empty = report.skipped.find(({ reason }) => reason === 'empty')?.count ?? 0;
  expect(report.messages + empty).toBe(lines.length);
  const { head, entries } = await branch();
  expect(head.openRuns).toEqual([]);
  const calls = createTranscript(agent, entries).items.flatMap((item) =>
    item.type === 'assistant' ? item.calls : [],
  );
  const results = (await branch()).entries.filter(({ event }) => event.type === 'tool-end').length;
  expect(calls.filter(({ state }) => state === 'finished')).toHaveLength(results);
  expect(results).toBeGreaterThan(50);
  const fold = createSessionFold();
  for (const entry of entries) fold.entry(entry);
  expect(fold.view().run?.status).toBe('done');
});

test('importing twice makes no duplicates; a deleted one comes in again', async () => {
  const { bring, log } = rig();
  const texts = [file('./fixtures/chatgpt.json'), file('./fixtures/claude.json')];
  await bring(...texts);
  const again = await bring(...texts);
  expect(again).toMatchObject({ sessions: [], known: 2, messages: 0 });
  expect(await log.heads()).toHaveLength(2);
});

const node = (
  id: string,
  parent: string | null,
  children: string[],
  role: string,
  content: unknown,
  more = {},
) => ({
  [id]: {
    id,
    parent,
    children,
    message: { id, author: { role }, content, create_time: 1750000000, metadata: {}, ...more },
  },
});
const text = (said: string) => ({ content_type: 'text', parts: [said] });
const chat = (mapping: object, current: string, id = 'c') =>
  JSON.stringify([{ id, title: 'T', create_time: 1750000000, current_node: current, mapping }]);

test('branches stay reachable as variants, and the one shown last is active', async () => {
  const { bring, branch } = rig();
  const mapping = {
    ...node('u', null, ['a1', 'a2'], 'user', text('ask')),
    ...node('a1', 'u', ['u2', 'u3'], 'assistant', text('one')),
    ...node('a2', 'u', [], 'assistant', text('two')),
    ...node('u2', 'a1', [], 'user', text('more')),
    ...node('u3', 'a1', ['a3'], 'user', text('other')),
    ...node('a3', 'u3', [], 'assistant', text('three')),
  };
  expect(await bring(chat(mapping, 'u2'))).toMatchObject({ messages: 6 });
  const { head, all } = await branch();
  expect(head.openRuns).toEqual([]);
  const points = variantPoints(all, head.tip);
  expect(points.map(({ variants }) => variants.map((variant) => [variant.text, variant.active]))).toEqual([
    [
      ['one', true],
      ['two', false],
    ],
    [
      ['more', true],
      ['other', false],
    ],
  ]);
  for (const { variants } of points) {
    for (const { seq } of variants) {
      const fold = createSessionFold();
      for (const entry of branchPath(all, leafOf(all, seq))) fold.entry(entry);
      expect(fold.view().run?.status).toBe('done');
    }
  }
});

test('a content type that came later drops neither its words nor its chat', async () => {
  const { bring } = rig();
  const mapping = {
    ...node('u', null, ['a'], 'user', { content_type: 'hologram', parts: ['words of it'] }),
    ...node('a', 'u', ['b'], 'assistant', { content_type: 'hologram', cube: 1 }),
    ...node('b', 'a', [], 'assistant', {
      content_type: 'multimodal_text',
      parts: ['seen', { content_type: 'image_asset_pointer', asset_pointer: 'file://1' }],
    }),
  };
  expect(await bring(chat(mapping, 'b'), 'not json at all')).toMatchObject({
    messages: 2,
    attachments: 1,
    skipped: [
      { what: 'message', reason: 'unknown-type', kind: 'hologram', count: 1 },
      { what: 'attachment', reason: 'not-in-file', kind: 'image_asset_pointer', count: 1 },
    ],
  });
});

test('a chat that can not be read keeps no other from coming in', async () => {
  const { bring } = rig();
  const good = JSON.parse(chat(node('u', null, [], 'user', text('hi')), 'u')) as unknown[];
  const report = await bring(JSON.stringify([7, null, { mapping: 3 }, { id: 'x', mapping: {} }, ...good]));
  expect(report.sessions).toHaveLength(1);
  expect(report.skipped.reduce((sum, { count }) => sum + count, 0)).toBe(4);
});

test('attachments with text and files without bytes are counted apart', async () => {
  const { bring } = rig();
  const message = {
    uuid: 'm',
    sender: 'human',
    content: [{ type: 'telepathy' }, { type: 'text', text: 'see' }],
    attachments: [{ file_name: 'notes.txt', file_type: 'txt', extracted_content: 'the notes' }],
    files: [{ file_name: 'a.png', file_kind: 'image' }],
  };
  expect(await bring(JSON.stringify([{ uuid: 'c', name: '', chat_messages: [message] }]))).toMatchObject({
    messages: 1,
    attachments: 2,
    skipped: [
      { what: 'part', reason: 'unknown-type', kind: 'telepathy' },
      { what: 'attachment', reason: 'not-in-file', kind: 'image' },
    ],
  });
});

test('images in an agent session are kept as blobs', async () => {
  const { bring, branch, blobs } = rig();
  const lines = [
    { type: 'session', id: 's' },
    {
      type: 'message',
      message: { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: btoa('pixels') }] },
    },
  ];
  expect(await bring(lines.map((line) => JSON.stringify(line)).join('\n'))).toMatchObject({
    attachments: 1,
    skipped: [],
  });
  const said = (await branch()).entries.find(({ event }) => event.type === 'message')?.event;
  const part = said?.type === 'message' ? said.parts[0] : undefined;
  if (part?.type !== 'image') throw new TypeError('no image');
  expect(new TextDecoder().decode(await blobs.get(part.blob))).toBe('pixels');
});

test('a file of no product that is known is refused', async () => {
  const clock = createVirtualClock();
  const log = createMemoryLog({ fold: foldHead, clock });
  const ports = { log, ids: createSequentialIds(), clock, agent, put: createMemoryBlobs().put };
  for (const text of ['', '{}', '[]', 'hello', '{"type":"else"}'])
    expect(await importChats([text], ports)).toMatchObject({ code: 'bad-archive' });
});
