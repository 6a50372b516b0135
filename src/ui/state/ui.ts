// All models of the page behind one factory: the only thing that main.tsx hands the harness to. Components get the
// models, never the harness.

import { type Signal, signal } from '@preact/signals';
import type { SessionId } from '../../engine/ids.ts';
import type { HostApi } from '../../protocol/host.ts';
import { type App, AppModel } from './app.ts';
import { type Blobs, BlobsModel } from './blobs.ts';
import { type Commands, CommandsModel } from './commands.ts';
import { type Composer, ComposerModel } from './composer.ts';
import { type Connect, ConnectModel } from './connect.ts';
import { type Files, FilesModel } from './files.ts';
import { createFolderDoor, type FolderDoor } from './folder-door.ts';
import { type Panel, PanelModel } from './panel.ts';
import { type Room, RoomModel } from './room.ts';
import { type Shelf, ShelfModel } from './shelf.ts';
import type { Storage } from './storage.ts';
import { type Note, type Update, UpdateModel } from './update.ts';

export interface OpenRoom {
  readonly session: SessionId;
  readonly room: Room;
  readonly composer: Composer;
  readonly files: Files;
  /** A model that comes with a later chunk, made there; it goes when the room does. */
  bring<Model extends { close(): void }>(make: (host: HostApi, app: App) => Model): Model;
  close(): void;
}

/** Constructor of a model of the page that isn't needed at first. */
export type LateModel<Model> = new (host: HostApi, app: App, connect: Connect) => Model;

export interface Ui {
  readonly app: App;
  readonly blobs: Blobs;
  readonly commands: Commands;
  /** The session that stands on the screen. */
  readonly current: Signal<OpenRoom | undefined>;
  readonly panel: Panel;
  readonly connect: Connect;
  readonly folders: FolderDoor;
  readonly update: Update;
  readonly shelf: Shelf;
  /** The one model of a kind that comes with a chunk of its own; made when it is first asked for. */
  late<Model>(create: LateModel<Model>): Model;
  readonly note: Note;
  /** The model of the storage page and of what is said of storage elsewhere: a chunk of its own, one for the page. */
  storage(): Promise<Storage>;
  /** Starts before this one, in a row, that did not come to an end. */
  readonly failedStarts: number;
  openRoom(session: SessionId): OpenRoom;
}

export function createUi(host: HostApi, failedStarts = 0): Ui {
  const app = new AppModel(host);
  const connect = new ConnectModel();
  const late = new Map<unknown, unknown>();
  let storage: Promise<Storage> | undefined;
  const note: Note = (event) => void host.note([event]).catch(() => undefined);
  return {
    app,
    blobs: new BlobsModel(host),
    commands: new CommandsModel(),
    current: signal<OpenRoom | undefined>(undefined),
    panel: new PanelModel(),
    connect,
    late: (create) => {
      const made = late.get(create) ?? new create(host, app, connect);
      late.set(create, made);
      // Made by the same constructor.
      return made as InstanceType<typeof create>;
    },
    folders: createFolderDoor(host, app),
    shelf: new ShelfModel(host, app),
    update: new UpdateModel(app, note),
    note,
    storage: () => {
      storage ??= import('./storage.ts').then(({ StorageModel }) => new StorageModel(host, app, note));
      return storage;
    },
    failedStarts,
    openRoom: (session) => {
      const room = new RoomModel(host, app, session);
      const composer = new ComposerModel(host, session);
      const files = new FilesModel(host, room);
      const brought: { close(): void }[] = [];
      void room.open();
      return {
        session,
        room,
        composer,
        files,
        bring: (make) => {
          const model = make(host, app);
          brought.push(model);
          return model;
        },
        close: () => {
          files.close();
          for (const model of brought) model.close();
          room.close();
        },
      };
    },
  };
}
