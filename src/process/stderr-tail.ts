const KEEP = 64 * 1024;

/** The last 64 KB a server said on stderr. */
export interface StderrTail {
  add(chunk: Buffer): void;
  text(): string;
}

/** Keeps the tail of a stream of bytes, however much flows by, and copies each of them once. */
export function stderrTail(): StderrTail {
  const ring = Buffer.alloc(KEEP);
  let at = 0;
  let wrapped = false;
  return {
    add(chunk) {
      const tail = chunk.subarray(-KEEP);
      const fits = tail.copy(ring, at);
      tail.copy(ring, 0, fits);
      wrapped ||= at + tail.length >= KEEP;
      at = (at + tail.length) % KEEP;
    },
    text() {
      const kept = [ring.subarray(wrapped ? at : KEEP), ring.subarray(0, at)];
      return Buffer.concat(kept).toString("utf8").trim();
    },
  };
}
