/** An unbounded async queue that reports when it holds too much. */
export interface Queue<T> extends AsyncIterable<T> {
  /** `size` is the size of the value on the wire, in bytes. */
  push(value: T, size?: number): void;
  /** The values not read yet. */
  waiting(): readonly T[];
  /** True from when a limit is exceeded until at most half of it is left, or the queue has failed. */
  readonly full: boolean;
  /** Throws this error to the reader, after all pushed values were read. */
  fail(error: Error): void;
}

export interface QueueOptions {
  entries: number;
  bytes: number;
  /** Called when `full` changes. */
  onFullChange(): void;
}

/** Creates a queue for one reader. Nothing is ever dropped, so the producer has to pause while it is `full`. */
export function createQueue<T>(options: Partial<QueueOptions> = {}): Queue<T> {
  const { entries = Infinity, bytes = Infinity, onFullChange = () => undefined } = options;
  let values: { value: T; size: number }[] = [];
  let taken = 0;
  let size = 0;
  let full = false;
  let failure: Error | undefined;
  let wake: () => void = () => undefined;

  const exceeds = (share: number): boolean =>
    values.length - taken > entries * share || size > bytes * share;
  const updateFull = (): void => {
    const now = failure === undefined && exceeds(full ? 0.5 : 1);
    if (now === full) return;
    full = now;
    onFullChange();
  };
  const take = (): T | undefined => {
    const next = values[taken++];
    size -= next?.size ?? 0;
    // Compacted now and then: doing it each time would be quadratic.
    if (taken > COMPACT_AFTER || taken >= values.length) {
      values = values.slice(taken);
      taken = 0;
    }
    updateFull();
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
    push(value, valueSize = 0) {
      values.push({ value, size: valueSize });
      size += valueSize;
      updateFull();
      wake();
    },
    waiting: () => values.slice(taken).map(({ value }) => value),
    get full() {
      return full;
    },
    fail(error) {
      failure ??= error;
      updateFull();
      wake();
    },
    [Symbol.asyncIterator]: read,
  };
}

const COMPACT_AFTER = 256;
