// What goes out of a profile and comes in: exports of a session, imports of ours and of other products, backups, and
// the bytes of attachments. Reads and inserts whole sessions; runs nothing.

import { type Failure, FailureError, failure } from '../src/engine/failures.ts';
import { asId, type BlobHash, type ParticipantId, type SessionId, USER } from '../src/engine/ids.ts';
import type { Draft, Entry } from '../src/engine/events.ts';
import { placeDrafts } from '../src/engine/placing.ts';
import type { SessionHead } from '../src/engine/session-head.ts';
import { type Backup, createBackup, createRolling } from '../src/features/backup/backup.ts';
import { importChats, type ImportReport } from '../src/features/imports/imports.ts';
import { closingDrafts } from '../src/features/rooms/rooms.ts';
import { branchPath, foldHead, loadDocuments, readBranch } from '../src/features/sessions/sessions.ts';
import { isZip, readZip } from '../src/features/zip.ts';
import type { BackupState, ExportedFile, HostApi } from '../src/protocol/host.ts';
import { backupPorts } from './backup-ports.ts';
import type { Platform } from './platform.ts';

/** Of one attachment, and of one file that is imported. */
const MAX_BYTES = 512 * 2 ** 20;
const AGENT = asId<ParticipantId>('agent');
/** Under which this app's own exports are known. */
const OURS = 'bowline';

export interface ArchivePorts {
  readonly platform: Platform;
  /** Sessions, accounts, rules or settings have come in. */
  restored(): Promise<void>;
  headChanged(head: SessionHead): void;
}

export interface Archive
  extends Pick<
    HostApi,
    | 'exportSession'
    | 'importFile'
    | 'writeBackup'
    | 'inspectBackup'
    | 'restoreBackup'
    | 'backupState'
    | 'chooseBackupFolder'
    | 'forgetBackupFolder'
    | 'backupNow'
    | 'putBlob'
    | 'getBlob'
  > {
  /** Writes the day's backup where one is due. */
  backUpWhenDue(): Promise<void>;
}

export function createArchive({ platform, restored, headChanged }: ArchivePorts): Archive {
  const { log, blobs, clock, ids, backups, diagnostics } = platform;
  const backup: Backup = createBackup(backupPorts(platform));
  const rolling = createRolling({
    clock,
    folder: () => backups.folder(),
    lastAt: () => backups.lastAt(),
    done: (at) => backups.done(at),
    write: () => backup.write({}),
  });
  const state = async (): Promise<BackupState> => {
    const [folder, lastAt, access, downloadedAt] = await Promise.all([
      backups.folder(),
      backups.lastAt(),
      backups.handle(),
      backups.downloadedAt(),
    ]);
    return {
      ...(folder === undefined ? {} : { folder: folder.name }),
      ...(access === undefined ? {} : { handle: access.handle, granted: access.granted }),
      ...(lastAt === undefined ? {} : { lastAt }),
      ...(downloadedAt === undefined ? {} : { downloadedAt }),
    };
  };
  /** Counts as kept once it has been read to its end. */
  async function* download(options: { readonly passphrase?: string }): AsyncGenerator<Uint8Array> {
    const at = clock.now();
    yield* backup.write(options);
    await backups.downloaded(at);
    diagnostics.note({ type: 'storage', what: 'backup' });
  }
  const told = async (sessions: readonly SessionId[]): Promise<void> => {
    for (const session of sessions) {
      const head = await log.head(session);
      if (head !== undefined) headChanged(head);
    }
  };

  /** All of it stands in the session of that id. */
  const isIn = async (from: SessionId, entries: readonly Entry[]): Promise<boolean> => {
    const { readJsonl, toJsonl } = await loadDocuments();
    // Both in the form that an export has.
    const there = readJsonl(toJsonl(await log.read(from))).sessions.get(from) ?? [];
    const lines = new Set(there.map((entry) => JSON.stringify(entry)));
    return entries.every((entry) => lines.has(JSON.stringify(entry)));
  };
  /**
   * Verbatim where its id is free, a marked copy where the one of its id is another by now. Nothing of it can go on,
   * and no wide mode comes along. Undefined where it is here already.
   */
  const importSession = async (
    from: SessionId,
    entries: readonly Entry[],
  ): Promise<{ readonly session: SessionId; readonly isCopy: boolean } | undefined> => {
    const last = entries.at(-1);
    const key = `${from} ${entries.length} ${last?.at ?? 0}`;
    const heads = await log.heads();
    if (
      heads.some(
        ({ origin, removedAt }) => origin?.product === OURS && origin.id === key && removedAt === undefined,
      )
    )
      return undefined;
    const taken = heads.find((head) => head.session === from);
    const isCopy = taken !== undefined && taken.removedAt === undefined;
    if (isCopy && (await isIn(from, entries))) return undefined;
    const session = taken === undefined ? from : ids.next<SessionId>();
    const moved = entries.map((entry) => ({ ...entry, session }));
    const head = moved.reduce<SessionHead | undefined>(foldHead, undefined);
    const mode = head?.setup.mode;
    const drafts: readonly Draft[] = [
      ...closingDrafts(branchPath(moved, head?.tip ?? 0)),
      ...(mode === 'auto' || mode === 'full'
        ? [{ by: USER, event: { type: 'setup', mode: 'ask' } } as const]
        : []),
      ...(isCopy
        ? [
            {
              by: USER,
              event: { type: 'title', title: `${head?.title ?? ''} (2)`.trim(), by: 'person' },
            } as const,
          ]
        : []),
      { by: USER, event: { type: 'origin', product: OURS, id: key } },
    ];
    const placed = placeDrafts(session, drafts, {
      head,
      last: last?.seq ?? 0,
      now: clock.now(),
      fold: foldHead,
    });
    await log.insert(session, [...moved, ...placed.entries]);
    return { session, isCopy };
  };
  const importOurs = async (text: string): Promise<ImportReport | undefined> => {
    const { readJsonl } = await loadDocuments();
    const { sessions, skipped } = readJsonl(text);
    if (sessions.size === 0) return undefined;
    const made: SessionId[] = [];
    let messages = 0;
    let known = 0;
    let copies = 0;
    for (const [from, entries] of sessions) {
      const came = await importSession(from, entries);
      if (came === undefined) known += 1;
      else {
        made.push(came.session);
        if (came.isCopy) copies += 1;
        messages += entries.filter(
          ({ event }) => event.type === 'message' || event.type === 'message-end',
        ).length;
      }
    }
    const lines =
      skipped === 0 ? [] : [{ what: 'line', reason: 'damaged', kind: '', count: skipped } as const];
    const counts = { known, messages, attachments: 0, ...(copies === 0 ? {} : { copies }) };
    return { product: OURS, sessions: made, ...counts, skipped: lines };
  };
  const importTexts = async (texts: readonly string[]): Promise<ImportReport | Failure> => {
    const [first = ''] = texts;
    const ours = texts.length === 1 ? await importOurs(first) : undefined;
    const put = (bytes: Uint8Array): Promise<BlobHash> => blobs.put(bytes);
    return ours ?? importChats(texts, { log, ids, clock, agent: AGENT, put });
  };

  return {
    exportSession: async (session, format, { words, language }) => {
      const head = await log.head(session);
      if (head === undefined) throw new FailureError(failure('not-found', 'there is no such session'));
      const { fileNameOf, toHtml, toJsonl, toMarkdown } = await loadDocuments();
      const name = fileNameOf(head.title, head.updatedAt);
      const { entries: branch } = await readBranch(log, session);
      switch (format) {
        case 'jsonl':
          return {
            name: `${name}.jsonl`,
            mediaType: 'application/jsonl',
            text: toJsonl(await log.read(session)),
          };
        case 'markdown':
          return {
            name: `${name}.md`,
            mediaType: 'text/markdown',
            text: toMarkdown(head.title, branch, words),
          };
        case 'html': {
          const images = await imagesOf(branch, platform);
          return {
            name: `${name}.html`,
            mediaType: 'text/html',
            text: toHtml(branch, { title: head.title, language, words, images }),
          } satisfies ExportedFile;
        }
      }
    },
    importFile: async (bytes) => {
      if (bytes.length > MAX_BYTES)
        return failure('too-large', 'the file is too large', { facts: { limit: MAX_BYTES } });
      const texts = textsOf(bytes);
      if ('code' in texts) return texts;
      const report = await importTexts(texts);
      if (!('code' in report)) await told(report.sessions);
      return report;
    },
    writeBackup: async (options) => download(options),
    inspectBackup: (bytes) => backup.inspect(bytes),
    restoreBackup: async (bytes, options) => {
      const report = await backup.restore(bytes, options);
      await restored();
      if ('code' in report) return report;
      diagnostics.note({ type: 'storage', what: 'restored', count: report.sessions });
      await told((await log.heads()).map(({ session }) => session));
      return report;
    },
    backupState: state,
    chooseBackupFolder: async (handle) => {
      await backups.choose(handle);
      return state();
    },
    forgetBackupFolder: () => backups.forget(),
    backupNow: async () => {
      const done = await rolling.now();
      return done !== undefined && 'code' in done ? done : state();
    },
    backUpWhenDue: async () => {
      await rolling.whenDue();
    },
    putBlob: async (bytes) => {
      if (bytes.length > MAX_BYTES)
        throw new FailureError(failure('too-large', 'the attachment is too large'));
      return blobs.put(bytes);
    },
    getBlob: (hash) => blobs.get(hash),
  };
}

/** The JSON files of an archive, or the one file. */
function textsOf(bytes: Uint8Array): readonly string[] | Failure {
  const files = isZip(bytes) ? readZip(bytes) : [{ path: 'one.json', bytes }];
  if ('code' in files) return files;
  if (files.some(({ path }) => path === 'bowline.json' || path === 'bowline-raw.json'))
    return failure('bad-archive', 'a backup: it is restored', { facts: { why: 'backup' } });
  const texts: string[] = [];
  for (const { path, bytes: content } of files) {
    // Of several files of an export only the conversations are of use.
    if (!/\.jsonl?$/i.test(path) || (files.length > 1 && !/conversations|\.jsonl$/i.test(path))) continue;
    try {
      texts.push(new TextDecoder('utf-8', { fatal: true }).decode(content));
    } catch {
      return failure('bad-archive', `${path} is no text`, { facts: { why: 'foreign' } });
    }
  }
  return texts;
}

async function imagesOf(
  branch: readonly Entry[],
  { blobs }: Platform,
): Promise<ReadonlyMap<BlobHash, string>> {
  const { sectionsOf } = await loadDocuments();
  const images = new Map<BlobHash, string>();
  for (const { blocks } of sectionsOf(branch)) {
    for (const block of blocks) {
      if (block.type !== 'image' || !/^image\/[\w.+-]+$/.test(block.mediaType)) continue;
      const bytes = await blobs.get(block.blob);
      if (bytes !== undefined) images.set(block.blob, `data:${block.mediaType};base64,${base64(bytes)}`);
    }
  }
  return images;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
