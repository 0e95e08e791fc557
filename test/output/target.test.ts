import { execFileSync } from "node:child_process";
import type * as Fs from "node:fs";
import {
  closeSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { targetOf } from "../../src/output/target.js";
import { ownFolder } from "../commands/world.js";
import { MemoryStream } from "../helpers/memory-streams.js";

/** Paths nobody may write to, whoever runs the tests. */
const locked = vi.hoisted(() => new Set<string>());
vi.mock("node:fs", async (original) => {
  const real = await original<typeof Fs>();
  const accessSync: typeof real.accessSync = (path, mode) => {
    if (locked.has(String(path))) throw new Error("EACCES: permission denied");
    real.accessSync(path, mode);
  };
  return { ...real, accessSync };
});

let folder: string;
const at = (name: string): string => join(folder, name);
const target = (name: string, own: { stdout?: number; stderr?: number } = {}) =>
  targetOf(name.startsWith("/") ? name : at(name), {
    stdout: Object.assign(new MemoryStream(), { fd: own.stdout }),
    stderr: Object.assign(new MemoryStream(), { fd: own.stderr }),
  });
/** A descriptor, as a shell would hand it to us. */
function opened(name: string, flags: string): number {
  const fd = openSync(at(name), flags);
  onTestFinished(() => {
    closeSync(fd);
  });
  return fd;
}

beforeEach(async () => {
  locked.clear();
  folder = realpathSync(ownFolder());
  mkdirSync(at("dir"));
  writeFileSync(at("file"), "text");
  execFileSync("mkfifo", [at("pipe")]);
  symlinkSync("file", at("link"));
  symlinkSync("dir/new", at("dangling"));
  symlinkSync("none/new", at("lost"));
  symlinkSync("loop", at("loop"));
  symlinkSync("/dev/stdout", at("to-stdout"));
  const server = createServer().listen(at("socket"));
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
});

describe("a path leads to", () => {
  test.each<[string, () => object]>([
    ["file", () => ({ kind: "file", path: at("file") })],
    ["new", () => ({ kind: "file", path: at("new") })],
    ["dir/../new", () => ({ kind: "file", path: at("new") })],
    ["link", () => ({ kind: "file", path: at("file") })],
    ["dangling", () => ({ kind: "file", path: at("dir/new") })],
    ["pipe", () => ({ kind: "stream", path: at("pipe"), isPipe: true })],
    ["/dev/null", () => ({ kind: "stream", path: "/dev/null", isPipe: false })],
    ["/dev/full", () => ({ kind: "stream", path: "/dev/full", isPipe: false })],
    ["/dev/stdout", () => ({ kind: "stdout" })],
    ["/dev/fd/1", () => ({ kind: "stdout" })],
    ["/proc/self/fd/1", () => ({ kind: "stdout" })],
    [`/proc/${String(process.pid)}/fd/1`, () => ({ kind: "stdout" })],
    ["/proc/thread-self/fd/1", () => ({ kind: "stdout" })],
    ["to-stdout", () => ({ kind: "stdout" })],
    ["/dev/stderr", () => ({ kind: "stderr" })],
    ["/dev/fd/2", () => ({ kind: "stderr" })],
  ])("%s", (name, expected) => {
    expect(target(name)).toEqual(expected());
  });

  test("a descriptor that we were given, which is not followed to a file's name", () => {
    const fd = opened("file", "a");
    const names = ["/dev/fd", "/proc/self/fd"].map((table) => `${table}/${String(fd)}`);
    expect(names.map((name) => target(name))).toEqual(
      names.map(() => ({ kind: "descriptor", fd })),
    );
  });

  test("a device of our own, written by name", () => {
    const fd = openSync("/dev/null", "w");
    onTestFinished(() => {
      closeSync(fd);
    });
    const path = `/proc/${String(process.pid)}/fd/${String(fd)}`;
    expect(target(path)).toEqual({ kind: "stream", path, isPipe: false });
  });

  test("what stdout or stderr was redirected to, by any of its names", () => {
    const [out, err] = [opened("file", "a"), opened("other", "a")];
    const own = { stdout: out, stderr: err };
    expect(["file", "link", "other"].map((name) => target(name, own))).toEqual([
      { kind: "stdout" },
      { kind: "stdout" },
      { kind: "stderr" },
    ]);
  });

  test("a device, also when stdout is the same one", () => {
    const fd = openSync("/dev/null", "w");
    onTestFinished(() => {
      closeSync(fd);
    });
    expect(target("/dev/null", { stdout: fd })).toMatchObject({ kind: "stream" });
  });
});

describe("nothing can be written to", () => {
  test.each([
    ["dir", "it is a directory"],
    [".", "it is a directory"],
    ["socket", "it is a socket"],
    ["loop", "too many symbolic links"],
    ["none/new", "no such file or directory"],
    ["lost", "no such file or directory"],
    ["file/new", "not a directory"],
    ["/dev/fd/999", "EBADF: bad file descriptor, fstat"],
  ])("%s", (name, why) => {
    expect(() => target(name)).toThrow(why);
  });

  test("a descriptor for reading", () => {
    const fd = opened("file", "r");
    expect(() => target(`/dev/fd/${String(fd)}`)).toThrow("it is open for reading only");
  });

  test.each([
    ["a new file where nobody may write", "dir/new", "dir"],
    ["a file that nobody may write", "file", "file"],
    ["a pipe that nobody may write", "pipe", "pipe"],
  ])("%s", (_, name, lock) => {
    locked.add(at(lock));
    expect(() => target(name)).toThrow("EACCES: permission denied");
  });

  test("the pipes of Node itself", () => {
    const fds = [...Array(64).keys()].slice(3);
    const streams = fds.filter((fd) => {
      try {
        return target(`/dev/fd/${String(fd)}`).kind === "stream" && linkOf(fd).startsWith("pipe:");
      } catch {
        return false;
      }
    });
    const pipes = fds.map(linkOf).filter((link) => link.startsWith("pipe:"));
    const twice = pipes.filter((link, n) => pipes.indexOf(link) !== n);
    expect(streams.filter((fd) => twice.includes(linkOf(fd)))).toEqual([]);
  });
});

function linkOf(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${String(fd)}`);
  } catch {
    return "";
  }
}
