import type { Readable } from "node:stream";

import { frameLines } from "./framing.js";
import { lastWords } from "./last-words.js";
import type { ServerProcess } from "./launch.js";
import { markByLimit } from "./limit-mark.js";
import { mountPoints } from "./mount-points.js";
import { stop } from "./stop.js";
import type { Closing, Leftover, Received, Transport } from "./transport.js";

/** Speaks JSON lines with a server process; what it was greeted with is not said again. */
export function stdioTransport(child: ServerProcess, greeting: string): Transport {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) {
    throw new TypeError("the server was started without pipes");
  }
  let listener: (received: Received) => void = () => undefined;
  const said = lastWords();
  const frames = frameLines((received) => {
    listener(received);
  });
  stdout.on("data", (chunk: Buffer) => {
    frames.write(chunk);
  });
  stderr.on("data", (chunk: Buffer) => {
    said.add(chunk);
  });
  let greeted = false;
  let over = false;
  let closing: Promise<Leftover[]> | undefined;

  const closed = goneOf(child, stdout).then(async (ending): Promise<Closing> => {
    // What a dead server left in the pipe is little, and nothing of it may be lost.
    over = true;
    stdout.resume();
    await Promise.all([drained(stdout), drained(stderr)]);
    await frames.end();
    return { ...ending, lastWords: said.text() };
  });

  return {
    send(value) {
      const line = JSON.stringify(value);
      if (!greeted && line === greeting) greeted = true;
      else if (stdin.writable) stdin.write(`${line}\n`);
    },
    receive(next) {
      listener = next;
    },
    pause() {
      if (!over) stdout.pause();
    },
    resume() {
      stdout.resume();
    },
    markProcesses: () => addLimitMark(child),
    expectCommands(directories) {
      child.mountPoints = mountPoints(directories);
    },
    closed,
    close() {
      closing ??= stop(child).finally(() => {
        child.mountPoints?.remove();
        // A grandchild may hold our pipes open for ever: let go of them.
        for (const stream of [stdin, stdout, stderr]) stream.destroy();
      });
      return closing;
    },
  };
}

async function addLimitMark(child: ServerProcess): Promise<void> {
  // Another mark would hide what was started under the first.
  if (child.marks?.limit !== undefined) return;
  const mark = markByLimit(child);
  child.marks = { ...child.marks, limit: mark?.limit };
  await mark?.done;
}

type Ending = Omit<Closing, "lastWords">;

/** "exit", not "close": a grandchild that holds a pipe must not keep us waiting. */
function goneOf(child: ServerProcess, stdout: Readable): Promise<Ending> {
  return new Promise((resolve) => {
    const ended = (): void => {
      // The exit usually follows at once, and tells more; a server that only went silent is gone, too.
      setTimeout(() => {
        resolve({ reason: "closed its output", exitCode: 0, signal: null });
      }, EXIT_MS).unref();
    };
    // A server that was started early may have closed it before anybody listened.
    if (stdout.readableEnded) ended();
    else stdout.once("end", ended);
    child.once("error", (error) => {
      resolve({ reason: `could not be started: ${error.message}`, exitCode: null, signal: null });
    });
    child.once("exit", (exitCode, signal) => {
      const how =
        signal === null ? `exited with status ${String(exitCode)}` : `was ended by ${signal}`;
      resolve({ reason: how, exitCode, signal });
    });
  });
}

/** What a dead server wrote may still sit in the pipe; a living grandchild may never close it. */
function drained(stream: NodeJS.ReadableStream & { readableEnded?: boolean }): Promise<void> {
  return new Promise((resolve) => {
    if (stream.readableEnded === true) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, DRAIN_MS);
    stream.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const DRAIN_MS = 200;
const EXIT_MS = 500;
