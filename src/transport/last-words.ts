const KEEP = 64 * 1024;

/** The last 64 KB a server said on stderr. */
export interface LastWords {
  add(chunk: Buffer): void;
  text(): string;
}

/** Keeps the tail of a stream of bytes, however much flows by. */
export function lastWords(): LastWords {
  let kept: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      kept = Buffer.concat([kept, chunk]).subarray(-KEEP);
    },
    text: () => kept.toString("utf8").trim(),
  };
}
