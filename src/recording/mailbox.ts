/** What is put in is taken out in order, by whoever came first or will come. */
export interface Mailbox<T> {
  put(value: T): void;
  take(): Promise<T>;
  /** Takes everything from now on. */
  each(use: (value: T) => void): void;
}

export function mailbox<T>(): Mailbox<T> {
  const values: T[] = [];
  const takers: ((value: T) => void)[] = [];
  let always: ((value: T) => void) | undefined;
  return {
    put(value) {
      const taker = takers.shift() ?? always;
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
      always = use;
      values.splice(0).forEach(use);
    },
  };
}
