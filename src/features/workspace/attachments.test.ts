import { expect, test } from 'vitest';
import { attachmentPath } from '../../engine/attachments.ts';
import { ENTRY_VERSION, type Entry } from '../../engine/events.ts';
import { asId, type MessageId, type SessionId, USER } from '../../engine/ids.ts';
import type { FilePart } from '../../engine/messages.ts';
import { openDesk } from './fixtures/desk.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2);

function attached(part: FilePart, session: string): Entry {
  return {
    session: asId<SessionId>(session),
    seq: 1,
    parent: 0,
    v: ENTRY_VERSION,
    at: 1,
    by: USER,
    event: { type: 'message', id: asId<MessageId>('m'), parts: [part] },
  };
}

async function deskWith(bytes: Uint8Array, session = 'session-1') {
  const desk = openDesk({ files: { 'a.txt': 'in the workspace\n', 'pic.png': PNG } });
  const blob = await desk.blobs.put(bytes);
  const part: FilePart = {
    type: 'file',
    name: 'notes.txt',
    mediaType: 'text/plain',
    blob,
    size: bytes.length,
  };
  desk.workspace.seeAttachments(attached(part, session));
  return { desk, path: attachmentPath(part) };
}

test('what the person attached is read like a file, and is no base for writing', async () => {
  const { desk, path } = await deskWith(new TextEncoder().encode('one\ntwo\n'));
  expect(await desk.call('read_file', { path, from: 2 })).toMatchObject({
    ok: true,
    text: `${path}: lines 2-2 of 2\ntwo`,
    provenance: 'workspace',
    source: path,
  });
  expect(await desk.call('stat_file', { path })).toMatchObject({ ok: true });
  expect(desk.events()).toEqual([]);
});

test('an attachment of another session is not there', async () => {
  const { desk, path } = await deskWith(new TextEncoder().encode('secret'), 'session-2');
  expect(await desk.call('read_file', { path })).toMatchObject({ ok: false, failure: { code: 'not-found' } });
});

test('what an agent says attaches nothing', async () => {
  const desk = openDesk();
  const blob = await desk.blobs.put(PNG);
  const part: FilePart = { type: 'file', name: 'x', mediaType: 'text/plain', blob, size: 10 };
  desk.workspace.seeAttachments({ ...attached(part, 'session-1'), by: asId('agent') });
  expect(await desk.call('read_file', { path: attachmentPath(part) })).toMatchObject({ ok: false });
});

test('an image is given as an image, its bytes kept as a blob', async () => {
  const { desk } = await deskWith(PNG);
  const output = await desk.call('read_file', { path: 'pic.png' });
  expect(output).toMatchObject({
    ok: true,
    text: 'pic.png: image/png, 10 bytes, 4x3 pixels. The image follows.',
    images: [{ type: 'image', mediaType: 'image/png', size: 10, name: 'pic.png' }],
  });
});

test('an image that nobody here can decode is a failure that names the kind', async () => {
  const desk = openDesk({ files: { 'x.heic': '\0\0\0 ftypheic' } });
  expect(await desk.call('read_file', { path: 'x.heic' })).toMatchObject({
    ok: false,
    failure: { code: 'not-image' },
  });
});
