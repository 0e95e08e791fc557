const TAIL_BYTES = 64 * 1024;

/** The last 64 KiB of a stderr stream. */
export interface StderrTail {
  add(chunk: Buffer): void;
  text(): string;
}

/** Keeps the tail of a byte stream in a ring buffer, which copies each byte once. */
export function stderrTail(): StderrTail {
  const ring = Buffer.alloc(TAIL_BYTES);
  let position = 0;
  let wrapped = false;
  return {
    add(chunk) {
      const tail = chunk.subarray(-TAIL_BYTES);
      const fits = tail.copy(ring, position);
      tail.copy(ring, 0, fits);
      wrapped ||= position + tail.length >= TAIL_BYTES;
      position = (position + tail.length) % TAIL_BYTES;
    },
    text() {
      const kept = [ring.subarray(wrapped ? position : TAIL_BYTES), ring.subarray(0, position)];
      return Buffer.concat(kept).toString("utf8").trim();
    },
  };
}
