// What can be done from the keyboard: commands of the whole page, added by whoever has them, found in the palette, some
// with a shortcut. What shows them is a chunk of its own.

import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';

/** In the order of the palette. */
export const COMMAND_GROUPS = ['session', 'model', 'mode', 'place', 'look', 'help'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** Unique; with `/` before it, what one types in the composer: `new`, `theme-dark`. */
  readonly id: string;
  readonly group: CommandGroup;
  /** In the language at hand: asked for whenever it is drawn. */
  readonly title: () => string;
  /** Other words that find it. */
  readonly words?: () => string;
  /** `Mod` is Ctrl, on a Mac Cmd: `Mod+k`, `Mod+Shift+o`, `?`. A plain key counts only outside of text fields. */
  readonly keys?: string;
  /** False: it can't be done now, and is not offered. */
  readonly when?: () => boolean;
  readonly run: () => void;
}

export const CommandsModel = createModel(() => {
  const sources = signal<readonly ReadonlySignal<readonly Command[]>[]>([]);
  return {
    all: computed<readonly Command[]>(() => sources.value.flatMap((source) => source.value)),
    /** What is shown: the palette, or the list of shortcuts. */
    shown: signal<'palette' | 'shortcuts' | undefined>(undefined),
    /** Returns what takes them out again. */
    add: (commands: ReadonlySignal<readonly Command[]>): (() => void) => {
      sources.value = [...sources.peek(), commands];
      return () => {
        sources.value = sources.peek().filter((source) => source !== commands);
      };
    },
  };
});

export type Commands = InstanceType<typeof CommandsModel>;
