/** Push here, `for await` there. Unbounded on purpose: replies must never wait behind news. */
export interface Queue<T> extends AsyncIterable<T> {
  push(value: T): void;
  /** What waits and was not taken yet. */
  waiting(): readonly T[];
  /** After what was pushed is taken, the reader gets this error. */
  fail(error: Error): void;
}

/** A queue for one reader. */
export function createQueue<T>(): Queue<T> {
  let values: T[] = [];
  let failure: Error | undefined;
  let wake: () => void = () => undefined;

  async function* read(): AsyncGenerator<T> {
    for (;;) {
      const batch = values;
      values = [];
      yield* batch;
      if (values.length > 0) continue;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(value) {
      values.push(value);
      wake();
    },
    waiting: () => values,
    fail(error) {
      failure ??= error;
      wake();
    },
    [Symbol.asyncIterator]: read,
  };
}
