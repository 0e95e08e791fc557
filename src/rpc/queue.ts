/** Push here, `for await` there. Takes whatever comes, and tells when that is too much. */
export interface Queue<T> extends AsyncIterable<T> {
  /** `size` is what the value came as, in bytes. */
  push(value: T, size?: number): void;
  /** What waits and was not taken yet. */
  waiting(): readonly T[];
  /** From when the bound is passed until the reader has taken half of it, or nobody waits for it. */
  readonly full: boolean;
  /** After what was pushed is taken, the reader gets this error. */
  fail(error: Error): void;
}

export interface QueueSettings {
  entries: number;
  bytes: number;
  /** Told when `full` is another. */
  changed(): void;
}

/** A queue for one reader; nothing in it is ever dropped, so whoever pushes has to mind `full`. */
export function createQueue<T>(settings: Partial<QueueSettings> = {}): Queue<T> {
  const { entries = Infinity, bytes = Infinity, changed = () => undefined } = settings;
  let values: { value: T; size: number }[] = [];
  let taken = 0;
  let size = 0;
  let full = false;
  let failure: Error | undefined;
  let wake: () => void = () => undefined;

  const passes = (share: number): boolean =>
    values.length - taken > entries * share || size > bytes * share;
  const weigh = (): void => {
    const now = failure === undefined && passes(full ? 0.5 : 1);
    if (now === full) return;
    full = now;
    changed();
  };
  const take = (): T | undefined => {
    const next = values[taken++];
    size -= next?.size ?? 0;
    // Moved up now and then, not each time: that would be quadratic.
    if (taken > SPENT || taken >= values.length) {
      values = values.slice(taken);
      taken = 0;
    }
    weigh();
    return next?.value;
  };

  async function* read(): AsyncGenerator<T> {
    for (;;) {
      while (values.length > taken) yield take() as T;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(value, bytesOf = 0) {
      values.push({ value, size: bytesOf });
      size += bytesOf;
      weigh();
      wake();
    },
    waiting: () => values.slice(taken).map(({ value }) => value),
    get full() {
      return full;
    },
    fail(error) {
      failure ??= error;
      weigh();
      wake();
    },
    [Symbol.asyncIterator]: read,
  };
}

const SPENT = 256;
