import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type * as FsPromises from "node:fs/promises";
import { open, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { replace } from "../../src/output/files.js";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FsPromises>();
  return { ...real, rename: vi.fn(real.rename), open: vi.fn(real.open) };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "output-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), "utf8");

describe("replace", () => {
  test("writes a new file, exactly", async () => {
    await replace(at("new"), "é\n\n");
    expect([readdirSync(folder), text("new")]).toEqual([["new"], "é\n\n"]);
  });

  test("leaves nothing of what a file held before", async () => {
    writeFileSync(at("old"), "a much longer text");
    await replace(at("old"), "short");
    expect([readdirSync(folder), text("old")]).toEqual([["old"], "short"]);
  });

  test("may write nothing", async () => {
    writeFileSync(at("old"), "text");
    await replace(at("old"), "");
    expect(text("old")).toBe("");
  });

  test("follows a link and leaves it a link", async () => {
    writeFileSync(at("real"), "before");
    symlinkSync("real", at("link"));
    await replace(at("link"), "after");
    expect([readdirSync(folder), readlinkSync(at("link")), text("real")]).toEqual([
      ["link", "real"],
      "real",
      "after",
    ]);
  });

  test("says what it could not write, and why", async () => {
    await expect(replace(at("none/new"), "text")).rejects.toMatchObject({
      name: "CliError",
      kind: "output_failed",
      message: expect.stringMatching(
        `^cannot write ${at("none/new")}: no such file or directory$`,
      ) as string,
    });
  });

  test.each(["dir", "pipe"])(
    "writes only what is a regular file, or is none yet: %s",
    async (name) => {
      mkdirSync(at("dir"));
      execFileSync("mkfifo", [at("pipe")]);
      await expect(replace(at(name), "text")).rejects.toEqual(
        new CliError("output_failed", `cannot write ${at(name)}: it is not a regular file`),
      );
    },
  );

  test("writes a file whose name is as long as names may be", async () => {
    const name = "n".repeat(255);
    await replace(at(name), "text");
    expect([readdirSync(folder), text(name)]).toEqual([[name], "text"]);
  });
});

/** The folder takes no new file. */
const closeFolder = (): void =>
  void vi
    .mocked(rename)
    .mockRejectedValueOnce(
      Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }),
    );

test.each(["after", "", "a much longer text than before", "é".repeat(100_000)])(
  "a file in a folder that takes no new one is written all the same: %#",
  async (after) => {
    writeFileSync(at("old"), "before");
    closeFolder();
    await replace(at("old"), after);
    expect([readdirSync(folder), text("old")]).toEqual([["old"], after]);
  },
);

test("a full disk leaves such a file as it was, too", async () => {
  writeFileSync(at("old"), "before");
  closeFolder();
  const { open: reallyOpen } = await vi.importActual<typeof FsPromises>("node:fs/promises");
  vi.mocked(open).mockImplementationOnce(async (...args) => {
    const file = await reallyOpen(...args);
    const write = file.write.bind(file) as (...args: unknown[]) => Promise<unknown>;
    // Room for two more bytes.
    const full = vi.fn(async (bytes: Buffer, from: number, _: number, position: number) => {
      if (position >= 8) throw new Error("ENOSPC: no space left on device, write");
      return write(bytes, from, 2, position);
    });
    return Object.assign(file, { write: full });
  });
  await expect(replace(at("old"), "something longer")).rejects.toEqual(
    new CliError(
      "output_failed",
      `cannot write ${at("old")}: ENOSPC: no space left on device, write`,
    ),
  );
  expect([readdirSync(folder), text("old")]).toEqual([["old"], "before"]);
});

test("replace puts a whole new file in the place of the old", async () => {
  writeFileSync(at("one"), "before");
  linkSync(at("one"), at("reader"));
  await replace(at("one"), "after");
  expect([text("one"), text("reader")]).toEqual(["after", "before"]);
});

test("replace keeps the mode of the file it replaces, whatever the umask", async () => {
  writeFileSync(at("secret"), "before");
  const kept: unknown[] = [];
  for (const mode of [0o600, 0o666, 0o755]) {
    chmodSync(at("secret"), mode);
    await replace(at("secret"), "after");
    kept.push([statSync(at("secret")).mode & 0o777, text("secret")]);
  }
  expect(kept).toEqual([0o600, 0o666, 0o755].map((mode) => [mode, "after"]));
});

test("replace leaves the old file and no draft behind when it fails", async () => {
  writeFileSync(at("old"), "before");
  vi.mocked(rename).mockRejectedValueOnce(new Error("EBUSY: resource busy"));
  await expect(replace(at("old"), "after")).rejects.toEqual(
    new CliError("output_failed", `cannot write ${at("old")}: EBUSY: resource busy`),
  );
  expect([readdirSync(folder), text("old")]).toEqual([["old"], "before"]);
});
