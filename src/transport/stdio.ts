import type { Readable } from "node:stream";

import { frameLines } from "./framing.js";
import { stderrTail } from "../process/stderr-tail.js";
import type { ServerProcess } from "../process/launcher.js";
import { executionProblem } from "../process/limit-mark.js";
import { mountPoints } from "../process/mount-points.js";
import { stopProcess } from "../process/stop.js";
import type { KilledProcess } from "../process/stop.js";
import type { Closing, Received, Transport } from "./transport.js";

/** Exchanges JSON lines with a server process. The launcher has written the first one already. */
export function stdioTransport(child: ServerProcess, initialInput: string): Transport {
  const { stdin, stdout, stderr } = pipesOf(child);
  let listener: (received: Received) => void = () => undefined;
  const tail = stderrTail();
  const frames = frameLines((received) => {
    listener(received);
  });
  stdout.on("data", (chunk: Buffer) => {
    frames.write(chunk);
  });
  stderr.on("data", (chunk: Buffer) => {
    tail.add(chunk);
  });
  let skippedInitial = false;
  let exited = false;
  let closing: Promise<KilledProcess[]> | undefined;

  const closed = waitForEnd(child, stdout).then(async (end): Promise<Closing> => {
    // What is left in the pipe is little, and must not be lost: no more backpressure.
    exited = true;
    stdout.resume();
    await Promise.all([waitUntilDrained(stdout), waitUntilDrained(stderr)]);
    await frames.end();
    const stderrTail = tail.text();
    const problem = executionProblem(end.exitCode, stderrTail);
    return problem === undefined ? { ...end, stderrTail } : notStarted(problem);
  });

  return {
    send(value) {
      const line = JSON.stringify(value);
      if (!skippedInitial && line === initialInput) skippedInitial = true;
      else if (stdin.writable) stdin.write(`${line}\n`);
    },
    receive(next) {
      listener = next;
    },
    pause() {
      if (!exited) stdout.pause();
    },
    resume() {
      stdout.resume();
    },
    endInput() {
      stdin.end();
    },
    trackMountPoints(directories) {
      child.mountPoints = mountPoints(directories);
    },
    closed,
    close() {
      closing ??= stopProcess(child).finally(() => {
        child.mountPoints?.remove();
        // A grandchild may hold our pipes open for ever.
        for (const stream of [stdin, stdout, stderr]) stream.destroy();
      });
      return closing;
    },
  };
}

function pipesOf({ stdin, stdout, stderr }: ServerProcess) {
  if (stdin === null || stdout === null || stderr === null)
    throw new TypeError("the server was started without pipes");
  return { stdin, stdout, stderr };
}

type End = Omit<Closing, "stderrTail">;

/** "exit", not "close": a grandchild that holds a pipe must not keep us waiting. */
function waitForEnd(child: ServerProcess, stdout: Readable): Promise<End> {
  return new Promise((resolve) => {
    const onEnd = (): void => {
      // "exit" usually follows at once, with a status; a server that only closed stdout is gone, too.
      setTimeout(() => {
        resolve({ reason: "closed its output", exitCode: 0, signal: null });
      }, EXIT_MS).unref();
    };
    // A server that was started early may have closed it before anybody listened.
    if (stdout.readableEnded) onEnd();
    else stdout.once("end", onEnd);
    child.once("error", (error) => {
      resolve(notStarted(error.message));
    });
    child.once("exit", (exitCode, signal) => {
      const reason =
        signal === null ? `exited with status ${String(exitCode)}` : `was ended by ${signal}`;
      resolve({ reason, exitCode, signal });
    });
  });
}

const notStarted = (problem: string): Closing => ({
  reason: `could not be started: ${problem}`,
  exitCode: null,
  signal: null,
  stderrTail: "",
});

/** Waits until a dead server's pipe is read to the end; bounded, as a grandchild may never close it. */
function waitUntilDrained(
  stream: NodeJS.ReadableStream & { readableEnded?: boolean },
): Promise<void> {
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
