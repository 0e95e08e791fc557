import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runMain } from "./run-main.js";

const NAMES = {
  project: [
    "package.json",
    ".turnpiperc",
    ".turnpiperc.json",
    ".turnpiperc.yaml",
    ".turnpiperc.yml",
    "turnpipe.config.json",
    "turnpipe.config.yaml",
  ],
  user: ["config.json", "config.yaml", "config.yml"],
} as const;

/** What can be there in the place of a config file, and what is said of it. */
const KINDS: Readonly<Record<string, { make: (path: string) => void; why: string }>> = {
  "a directory": { make: mkdirSync, why: "it is not a regular file" },
  "a pipe": {
    make: (path) => void execFileSync("mkfifo", [path]),
    why: "it is not a regular file",
  },
  "a file with a hole": {
    make(path) {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 40);
    },
    why: "it is larger than the limit of 1024 KiB",
  },
  "a link to a device": {
    make: (path) => {
      symlinkSync("/dev/zero", path);
    },
    why: "it is not a regular file",
  },
};

const CASES = (["project", "user"] as const).flatMap((whose) =>
  NAMES[whose].flatMap((name) => Object.keys(KINDS).map((kind) => ({ whose, name, kind }))),
);

test.each(CASES)("$name of the $whose is $kind: it is not read", async ({ whose, name, kind }) => {
  const { make = mkdirSync, why = "" } = KINDS[kind] ?? {};
  let path = "";
  const { exit, stderr } = await runMain(["run", "--json", "Go"], {
    before(folders) {
      mkdirSync(folders[whose], { recursive: true });
      path = join(folders[whose], name);
      make(path);
    },
  });
  const reason = whose === "project" && kind.startsWith("a link") ? "it is a symbolic link" : why;
  const isOurs = name !== "package.json";
  expect({ exit, stderr }).toEqual(
    whose === "user"
      ? { exit: 2, stderr: `turnpipe: ${path}: not read: ${reason}\n` }
      : { exit: 0, stderr: isOurs ? `warning: ${path}: not read: ${reason}\n` : "" },
  );
});
