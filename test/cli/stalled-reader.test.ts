import { execFileSync } from "node:child_process";
import { createReadStream, readFileSync, watch } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { withFolder } from "../helpers/play.js";
import { BIN, spawnCli } from "../helpers/run-cli.js";

const CODEX = fileURLToPath(new URL("../helpers/flooding-codex.mjs", import.meta.url));
const RUN = [
  process.execPath,
  BIN,
  ..."run --json Go --skip-git-repo-check".split(" "),
  "--codex",
  CODEX,
] as const;

test.each([
  ["40 MB of many short", { lines: 100_000, bytes: 350 }],
  ["300 MB of few long", { lines: 3_000, bytes: 100_000 }],
])(
  "%s messages behind a FIFO that nobody reads take no memory, and all arrive",
  async (_, flood) => {
    await withStalled(flood, async ({ child, ended, heldUp, reader }) => {
      await heldUp;
      const grown = peakOf(child.pid!) < MOST_KB;
      const seen = numbersIn(reader());
      const { exit, left } = await ended;
      expect({ grown, exit, left, ...(await seen) }).toEqual({
        grown: true,
        exit: 0,
        left: [],
        messages: flood.lines,
        inOrder: true,
        last: "turn.completed",
      });
    });
  },
);

test("a signal gets through to a server that is held up by a reader", async () => {
  const flood = { lines: 3_000, bytes: 100_000 };
  await withStalled(flood, async ({ child, ended, heldUp, interrupted }) => {
    await heldUp;
    child.kill("SIGINT");
    await interrupted;
    const { exit, left } = await ended;
    expect({ exit, left }).toEqual({ exit: "SIGINT", left: [] });
  });
});

/** An idle run peaks at about 80 MB (Node 20); 300 MB of news would be far beyond. */
const MOST_KB = 160 * 1024;

/** The most memory that a living process ever had, in KB. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

interface Flood {
  readonly lines: number;
  readonly bytes: number;
}

/** Runs on a server that says much, with stdout a FIFO that is open and not read. */
async function withStalled(
  { lines, bytes }: Flood,
  use: (stalled: {
    child: ReturnType<typeof spawnCli>["child"];
    ended: ReturnType<typeof spawnCli>["ended"];
    /** The server waits: nothing was taken from it for half a second. */
    heldUp: Promise<void>;
    interrupted: Promise<void>;
    reader(): NodeJS.ReadableStream;
  }) => Promise<void>,
): Promise<void> {
  await withFolder(async (cwd) => {
    const fifo = join(cwd, "fifo");
    execFileSync("mkfifo", [fifo]);
    // Both ends at once: opening only one would wait for the other.
    const held = await open(fifo, "r+");
    const out = await open(fifo, "w");
    const log = join(cwd, "log");
    const env = { FLOOD_LINES: `${lines}`, FLOOD_BYTES: `${bytes}`, FLOOD_LOG: log };
    const { child, ended } = spawnCli(RUN, ["ignore", out.fd, "ignore"], { cwd, env });
    await out.close();
    const reader = (): NodeJS.ReadableStream => {
      const stream = createReadStream(fifo);
      // From here on the writer alone keeps it open, and its end is the end.
      stream.once("open", () => void held.close());
      return stream;
    };
    try {
      const heldUp = logged(cwd, log, "held up");
      const interrupted = logged(cwd, log, "interrupted");
      await use({ child, ended, heldUp, interrupted, reader });
    } finally {
      await held.close().catch(() => undefined);
    }
  });
}

/** Nothing, where there is no such file yet, or not any more. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Waits until a line stands in a log; the limit of the test ends a wait in vain. */
function logged(dir: string, log: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!textOf(log).split("\n").includes(text)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dir, check);
    check();
  });
}

/** What the lines of a run come to: its messages are numbered. */
async function numbersIn(stream: NodeJS.ReadableStream) {
  let messages = 0;
  let inOrder = true;
  let last: unknown;
  for await (const line of createInterface({ input: stream })) {
    const event = JSON.parse(line) as { type: string; item?: { text: string } };
    last = event.type;
    if (event.type !== "item.completed") continue;
    inOrder &&= event.item?.text.startsWith(`${messages} `) === true;
    messages++;
  }
  return { messages, inOrder, last };
}
