/** An unbounded FIFO queue; `take` waits for a value if there is none. */
export interface AsyncQueue<T> {
  put(value: T): void;
  take(): Promise<T>;
  /** Passes all values to `use`, those queued and those to come. */
  each(use: (value: T) => void): void;
}

export function asyncQueue<T>(): AsyncQueue<T> {
  const values: T[] = [];
  const takers: ((value: T) => void)[] = [];
  let consumer: ((value: T) => void) | undefined;
  return {
    put(value) {
      const taker = takers.shift() ?? consumer;
      if (taker === undefined) values.push(value);
      else taker(value);
    },
    take: () =>
      new Promise((resolve) => {
        const [value] = values.splice(0, 1);
        if (value === undefined) takers.push(resolve);
        else resolve(value);
      }),
    each(use) {
      consumer = use;
      values.splice(0).forEach(use);
    },
  };
}
