// When Enter means the message and when it means the input method. Browsers tell it in three ways: Chrome and Firefox
// send the key while the composition is on, Safari right after its end, some keyboards with a plain key code then.

export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** Milliseconds, on the clock of `end`. */
  readonly timeStamp: number;
}

/** The code of a key that an input method has taken. */
const TAKEN = 229;
/** Nobody presses Enter twice in so short a time: this one is the press that ended the composition. */
const SAME_PRESS_MS = 40;

export interface ImeWatch {
  start(): void;
  end(timeStamp: number): void;
  /** The key is the input method's: nothing of ours may follow. */
  takes(press: KeyPress): boolean;
}

export function createImeWatch(): ImeWatch {
  let composing = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    start: () => {
      composing = true;
    },
    end: (timeStamp) => {
      composing = false;
      endedAt = timeStamp;
    },
    takes: ({ isComposing, keyCode, timeStamp }) =>
      composing || isComposing || keyCode === TAKEN || timeStamp - endedAt < SAME_PRESS_MS,
  };
}

/** Enter sends; with Shift or Alt it is a new line, on a touch keyboard without Ctrl or Cmd too. */
export function isSendKey(press: KeyPress, touch: boolean): boolean {
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return false;
  return !touch || press.ctrlKey || press.metaKey;
}
