// Lets plain async code speak through one generator: what is emitted is handed over in order, and whoever emitted a
// stored event goes on only after the consumer came back for the next one (that is, after it is on record).

/** Passing events that may wait for the consumer before `room` makes the speaker wait too. */
const ROOM = 256;

export interface Relay<Event> {
  /** Resolves once the consumer has dealt with it. */
  emit(event: Event): Promise<void>;
  /** Passes by: nobody waits for it. */
  pass(event: Event): void;
  /** Something to wait for where the consumer lags behind; undefined where it doesn't. */
  room(): Promise<void> | undefined;
  /** Yields what is emitted until `work` settles and all is handed over; its rejection is thrown here. */
  drain<T>(work: Promise<T>): AsyncGenerator<Event, T>;
}

interface Item<Event> {
  readonly event: Event;
  readonly taken: (() => void) | undefined;
}

export function createRelay<Event>(): Relay<Event> {
  let queue: Item<Event>[] = [];
  let wake: (() => void) | undefined;
  let lagging: { readonly wait: Promise<void>; readonly go: () => void } | undefined;

  const add = (item: Item<Event>): void => {
    queue.push(item);
    wake?.();
  };
  return {
    emit: (event) => new Promise((taken) => add({ event, taken })),
    pass: (event) => add({ event, taken: undefined }),
    room: () => {
      if (queue.length < ROOM) return undefined;
      if (lagging === undefined) {
        let go = (): void => undefined;
        lagging = { wait: new Promise((resolve) => (go = resolve)), go };
      }
      return lagging.wait;
    },
    async *drain(work) {
      let settled = false;
      const end = (): void => {
        settled = true;
        wake?.();
      };
      work.then(end, end);
      for (;;) {
        const items = queue;
        queue = [];
        for (const { event, taken } of items) {
          yield event;
          taken?.();
        }
        if (items.length > 0) {
          lagging?.go();
          lagging = undefined;
        } else if (settled) {
          return await work;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          wake = undefined;
        }
      }
    },
  };
}
