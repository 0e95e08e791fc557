import { Writable } from "node:stream";

/** A stderr that keeps what is written to it; with `columns` it passes for a terminal. */
export class FakeStderr extends Writable {
  text = "";
  isTTY?: boolean;
  columns?: number;

  static terminal(columns: number): FakeStderr {
    const stderr = new FakeStderr();
    return Object.assign(stderr, {
      isTTY: true,
      columns,
      cursorTo: () => stderr.write("<home>"),
      clearLine: () => stderr.write("<wipe>"),
      moveCursor: () => stderr.write("<up>"),
    });
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}
