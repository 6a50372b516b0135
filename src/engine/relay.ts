// Lets concurrent work speak through one generator: each event is handed over, and its sender goes on only after the
// consumer came back for the next one (that is, after a stored event is on record).

export interface Relay<Event> {
  emit(event: Event): Promise<void>;
  /** Yields what is emitted until `work` settles and all is handed over; its rejection is thrown here. */
  drain<T>(work: Promise<T>): AsyncGenerator<Event, T>;
}

export function createRelay<Event>(): Relay<Event> {
  const queue: { event: Event; taken: () => void }[] = [];
  let wake: (() => void) | undefined;

  return {
    emit: (event) =>
      new Promise((taken) => {
        queue.push({ event, taken });
        wake?.();
      }),
    async *drain(work) {
      let settled = false;
      const end = (): void => {
        settled = true;
        wake?.();
      };
      work.then(end, end);
      for (;;) {
        const next = queue.shift();
        if (next !== undefined) {
          yield next.event;
          next.taken();
        } else if (settled) {
          return await work;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
