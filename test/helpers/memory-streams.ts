import { Writable } from "node:stream";

/** A stdout or stderr that keeps what is written to it; with `columns` it passes for a terminal. */
export class MemoryStream extends Writable {
  #chunks: Buffer[] = [];
  isTTY?: boolean;
  columns?: number;

  static terminal(columns: number): MemoryStream {
    const stream = new MemoryStream();
    return Object.assign(stream, {
      isTTY: true,
      columns,
      cursorTo: () => stream.write("<home>"),
      clearLine: () => stream.write("<wipe>"),
      moveCursor: () => stream.write("<up>"),
    });
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  /** Forgets what was written so far. */
  clear(): void {
    this.#chunks = [];
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
