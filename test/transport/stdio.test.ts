import { EventEmitter, once } from "node:events";
import { PassThrough } from "node:stream";

import { afterEach, describe, expect, test } from "vitest";

import type { LaunchSpec, ServerProcess } from "../../src/process/launcher.js";
import { createLauncher } from "../../src/process/launcher.js";
import { stdioTransport } from "../../src/transport/stdio.js";
import type { Received, Transport } from "../../src/transport/transport.js";
import { lifeline, server } from "./server.js";
import { sendSignal } from "../helpers/launchers.js";

const launcher = createLauncher(sendSignal);
afterEach(() => {
  launcher.killAll();
});

const open = (spec: LaunchSpec): Transport =>
  stdioTransport(launcher.launch(spec), spec.initialInput);

/** What a server says first. */
const firstWord = (transport: Transport): Promise<Received> =>
  new Promise((resolve) => {
    transport.receive(resolve);
  });

const valueOf = (value: unknown): Received => ({
  kind: "value",
  value,
  size: JSON.stringify(value).length + 1,
});

describe("talking", () => {
  test("values go out as lines and come back as values", async () => {
    const transport = open(server("echo"));
    const got: Received[] = [];
    const all = new Promise<void>((resolve) => {
      transport.receive((received) => {
        if (got.push(received) === 3) resolve();
      });
    });
    for (const value of [{ id: 0, text: "line\nbreak\u2028 😀" }, null, "word"]) {
      transport.send(value);
    }
    await all;
    await transport.close();
    expect(got).toEqual([
      { kind: "value", value: { id: 0, text: "line\nbreak\u2028 😀" }, size: 38 },
      { kind: "value", value: null, size: 5 },
      { kind: "value", value: "word", size: 7 },
    ]);
  });

  test("what the server was greeted with is not said again, but for the first time", async () => {
    const transport = open({ ...server("echo"), initialInput: '{"id":0}' });
    const got: Received[] = [];
    const all = new Promise<void>((resolve) => {
      transport.receive((received) => {
        if (got.push(received) === 3) resolve();
      });
    });
    for (const value of [{ id: 0 }, { id: 1 }, { id: 0 }]) transport.send(value);
    await all;
    await transport.close();
    expect(got).toEqual([0, 1, 0].map((id) => ({ kind: "value", value: { id }, size: 9 })));
  });

  test("a server that dies while we write is told by its exit, not by a broken pipe", async () => {
    const transport = open(server("dies-talking"));
    for (let n = 0; n < 100; n++) transport.send({ text: "x".repeat(10_000) });
    expect((await transport.closed).reason).toBe("exited with status 3");
  });
});

describe("how it ends", () => {
  test("all that a dying server wrote is delivered before its end is told", async () => {
    const transport = open(server("dies-talking"));
    const got: Received[] = [];
    transport.receive((received) => got.push(received));
    const { stderrTail, ...ending } = await transport.closed;
    expect({ got, ending, said: stderrTail.slice(-20), size: stderrTail.length }).toEqual({
      got: [
        ...Array.from({ length: 5000 }, (_, n) => valueOf({ n })),
        {
          kind: "malformed",
          problem: "a line was cut off after 9 bytes",
          raw: '{"n":5000',
          size: 0,
        },
      ],
      ending: { reason: "exited with status 3", exitCode: 3, signal: null },
      said: "xx\nit was the butler",
      size: 65_535,
    });
  });

  test.each([
    ["stdout", "stderr"],
    ["stderr", "stdout"],
  ] as const)("what arrives after the exit counts, %s first and %s last", async (first, last) => {
    const child = Object.assign(new EventEmitter(), {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    });
    const transport = stdioTransport(child as unknown as ServerProcess, "");
    const got: Received[] = [];
    transport.receive((received) => got.push(received));
    const words = { stdout: '{"n":1}\n', stderr: "Error: it was the butler\n" };
    child.emit("exit", 1, null);
    child[first].end(words[first]);
    await once(child[first], "close");
    await new Promise(setImmediate);
    child[last].end(words[last]);
    expect({ closing: await transport.closed, got }).toEqual({
      closing: {
        reason: "exited with status 1",
        exitCode: 1,
        signal: null,
        stderrTail: "Error: it was the butler",
      },
      got: [valueOf({ n: 1 })],
    });
  });

  test("a server that closed its output before anybody listened is gone", async () => {
    const child = launcher.launch({
      ...server("echo"),
      file: "/bin/sh",
      args: ["-c", "exec >&-; read -r line"],
    });
    await once(child.stdout as NodeJS.ReadableStream, "end");
    const transport = stdioTransport(child, "");
    expect(await transport.closed).toEqual({
      reason: "closed its output",
      exitCode: 0,
      signal: null,
      stderrTail: "",
    });
    await transport.close();
  });

  test("a server that is killed is gone by that signal", async () => {
    const child = launcher.launch(server("deaf"));
    const transport = stdioTransport(child, "");
    await firstWord(transport);
    child.kill("SIGKILL");
    expect(await transport.closed).toEqual({
      reason: "was ended by SIGKILL",
      exitCode: null,
      signal: "SIGKILL",
      stderrTail: "",
    });
  });

  test("a program that cannot be started is gone before it came", async () => {
    const transport = open({ ...server("echo"), file: "/nowhere/codex" });
    expect(await transport.closed).toEqual({
      reason: "could not be started: spawn /nowhere/codex ENOENT",
      exitCode: null,
      signal: null,
      stderrTail: "",
    });
    await transport.close();
  });

  test("a grandchild that holds the streams does not delay the news of the end", async () => {
    const place = await lifeline();
    const transport = open(server("parent", place.path, "leaves"));
    const grandchild = await place.arrived();
    const gone = once(grandchild, "close");
    const closing = await transport.closed;
    expect({ closing, grandchildLives: !grandchild.closed }).toEqual({
      closing: { reason: "exited with status 7", exitCode: 7, signal: null, stderrTail: "" },
      grandchildLives: true,
    });
    await transport.close();
    await gone;
    place.close();
  });
});

describe("close", () => {
  test.each([
    ["the end of its input", [], "SIGTERM"],
    ["SIGTERM", ["stubborn"], "SIGKILL"],
  ])("ends a server that takes no notice of %s, and waits for it", async (_, args, signal) => {
    const child = launcher.launch(server("deaf", ...args));
    const transport = stdioTransport(child, "");
    await firstWord(transport);
    await transport.close();
    expect(child.signalCode).toBe(signal);
    expect((await transport.closed).reason).toBe(`was ended by ${signal}`);
  });

  test("ends what the server started, with the server", async () => {
    const place = await lifeline();
    const transport = open(server("parent", place.path, "stays"));
    const grandchild = await place.arrived();
    const gone = once(grandchild, "close");
    await transport.close();
    await gone;
    expect((await transport.closed).reason).toBe("was ended by SIGTERM");
    place.close();
  });

  test("can be asked for twice", async () => {
    const transport = open(server("echo"));
    const told = [transport.close(), transport.close()];
    expect(await Promise.all([...told, transport.close()])).toEqual([[], [], []]);
    expect((await transport.closed).stderrTail).toBe("");
  });

  test("tells of a server that had to be killed, and of none that obeyed", async () => {
    const killed = [];
    for (const args of [[], ["stubborn"]]) {
      const child = launcher.launch(server("deaf", ...args));
      const transport = stdioTransport(child, "");
      await firstWord(transport);
      killed.push(...(await transport.close()).map(({ pid, name }) => [pid === child.pid, name]));
    }
    expect(killed).toEqual([[true, "node"]]);
  });
});

describe("a pause", () => {
  test("holds up a server that says more than fits into the pipe, and loses nothing", async () => {
    const child = launcher.launch(server("flood", "20"));
    const transport = stdioTransport(child, "");
    const got: Received[] = [];
    transport.receive((received) => {
      // At the first one: the server has to wait with the others, until it says so.
      if (got.push(received) === 1) transport.pause();
    });
    await once(child.stderr!, "data");
    const early = got.length;
    transport.resume();
    await transport.closed;
    expect({ some: early > 0 && early < 20_000, all: got }).toEqual({
      some: true,
      all: Array.from({ length: 20_000 }, (_, n) => valueOf({ n, fill: "x".repeat(1000) })),
    });
  });

  test("ends with the server: what it said before is delivered", async () => {
    const transport = open(server("dies-talking"));
    const got: Received[] = [];
    transport.receive((received) => {
      if (got.push(received) === 1) transport.pause();
    });
    await transport.closed;
    transport.pause();
    expect(got).toHaveLength(5001);
  });
});
