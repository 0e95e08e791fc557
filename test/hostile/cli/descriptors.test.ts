import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  completed,
  ENDING,
  message,
  notification,
  OPENING,
  OURS,
} from "../../helpers/conversation.js";
import { PLAYED } from "../../helpers/fixture.js";
import { scriptIn, startProcessIn as startIn, untilHeard, withFolder } from "../../helpers/play.js";
import { BIN, runCli, spawnCli } from "../../helpers/run-cli.js";

const DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const DONE = [
  ...OPENING,
  notification("turn/diff/updated", { ...OURS, diff: DIFF }),
  message("Done"),
  ...ENDING,
];
const RESULT = `${JSON.stringify(completed("Done"))}\n`;

/** Runs a line of shell around the program and says what became of the log it appends to. */
const logged = (flags: string, redirections: string) =>
  withFolder(async (cwd) => {
    const log = join(cwd, "log");
    writeFileSync(log, "before\n");
    const { ino } = statSync(log);
    const env = await scriptIn(cwd, DONE);
    const program = [process.execPath, BIN, "run", "-q", "--no-stdin", "Go", ...PLAYED];
    const quoted = program.map((word) => `'${word}'`).join(" ");
    const line = `{ ${quoted} ${flags}; status=$?; } ${redirections}; echo after >> log; exit $status`;
    const { ended } = spawnCli(["bash", "-c", line], "ignore", { cwd, env });
    const { exit } = await ended;
    const drafts = readdirSync(cwd).filter((name) => name.endsWith(".tmp"));
    return { exit, log: readFileSync(log, "utf8"), same: statSync(log).ino === ino, drafts };
  });

const STDOUTS = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "log", "./log"];
const TEXTS = [
  { flag: "-o", text: "Done\n" },
  { flag: "--diff-file", text: DIFF },
  { flag: "--result", text: RESULT },
] as const;

/** In turn: what a path leads to does not depend on the flag (test/output/target.test.ts). */
const flagAt = (at: number) => TEXTS[at % TEXTS.length]!;

describe("a log that stdout was redirected to is gone on with", () => {
  const cases = STDOUTS.map((path, at) => ({ path, ...flagAt(at) }));
  test.concurrent.each(cases)("$flag $path", async ({ flag, path, text }) => {
    expect(await logged(`${flag} ${path}`, ">> log")).toEqual({
      exit: 0,
      log: `before\n${text}after\n`,
      same: true,
      drafts: [],
    });
  });

  test.concurrent.each(cases)("$flag $path is refused beside --json", async ({ flag, path }) => {
    expect(await logged(`--json ${flag} ${path}`, ">> log")).toEqual({
      exit: 2,
      log: "before\nafter\n",
      same: true,
      drafts: [],
    });
  });
});

describe("a log that another descriptor leads to is gone on with", () => {
  const places = [
    ["/dev/stderr", "2>> log"],
    ["/proc/self/fd/2", "2>> log"],
    ["log", "2>> log"],
    ["/dev/fd/3", "3>> log"],
    ["/proc/self/fd/3", "3>> log"],
    ["/dev/fd/9", "9>> log"],
  ] as const;
  const cases = places.map(([path, redirection], at) => ({ path, redirection, ...flagAt(at) }));
  test.concurrent.each(cases)("$flag $path $redirection", async (each) => {
    const { flag, path, redirection, text } = each;
    const whole = redirection.startsWith("2") ? text : flag === "-o" ? "Done" : text;
    expect(await logged(`--json ${flag} ${path}`, `${redirection} > /dev/null`)).toEqual({
      exit: 0,
      log: `before\n${whole}after\n`,
      same: true,
      drafts: [],
    });
  });
});

test.concurrent.each(["--record /dev/stdout", "--record log", "--record -"])(
  "%s does not empty the log",
  async (flags) => {
    expect(await logged(flags, ">> log")).toEqual({
      exit: 2,
      log: "before\nafter\n",
      same: true,
      drafts: [],
    });
  },
);

test("what a process substitution gives is read and written like a file", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, DONE);
    const program = [process.execPath, BIN, "run", "-q", "--no-stdin", ...PLAYED]
      .map((word) => `'${word}'`)
      .join(" ");
    const line = `${program} --prompt-file <(sleep 0.2; echo Go) --output-schema <(echo true) -o >(cat > seen; echo done > end) > /dev/null; status=$?; until [ -e end ]; do :; done; exit $status`;
    const { ended } = spawnCli(["bash", "-c", line], "ignore", { cwd, env });
    const { exit } = await ended;
    // "Done" is no JSON.
    expect({ exit, seen: readFileSync(join(cwd, "seen"), "utf8") }).toEqual({
      exit: 8,
      seen: "Done",
    });
  });
});

describe("what waits at a pipe ends with the first signal, and leaves nothing", () => {
  const WAITING = [
    ["run", "--json", "--prompt-file", "pipe"],
    ["run", "--json", "--output-schema", "pipe", "Go"],
    ["run", "--json", "-o", "pipe", "Go"],
    ["run", "--json", "--diff-file", "pipe", "Go"],
    ["run", "--json", "--result", "pipe", "Go"],
  ] as const;
  const SIGNALS = [
    { signal: "SIGHUP", code: 129 },
    { signal: "SIGINT", code: 130 },
    { signal: "SIGTERM", code: 143 },
  ] as const;
  const cases = WAITING.map((argv, at) => ({
    argv: argv.join(" "),
    ...SIGNALS[at % SIGNALS.length]!,
  }));
  test.concurrent.each(cases)("$argv, $signal", async ({ argv, signal, code }) => {
    await withFolder(async (dir) => {
      execFileSync("mkfifo", [join(dir, "pipe")]);
      const run = await startIn(dir, DONE, argv.split(" "), { stdin: { bytes: "" } });
      // The handlers are there before the server is; after it, somebody waits at the pipe.
      if (/ -o |--diff|--result/.test(argv)) await run.line(/item\.completed/);
      else await untilHeard(dir, "initialize");
      run.kill(signal);
      const { exit, stdout, left } = await run.done;
      const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "null") as object;
      expect({ exit, left, last }).toMatchObject({
        exit: code,
        left: [],
        last: { type: "turn.failed", exit_code: code },
      });
    });
  });
});

test("a folder for temporary files that cannot be used is bad input, with what to do", async () => {
  await withFolder(async (dir) => {
    writeFileSync(join(dir, "file"), "");
    const runs = await Promise.all(
      [join(dir, "none"), join(dir, "file")].map((TMPDIR) =>
        runCli(["run", "--demo", "--json"], { cwd: dir, env: { TMPDIR } }),
      ),
    );
    expect(runs.map(({ exit, stdout, stderr }) => [exit, stdout, stderr.split("\n")[1]])).toEqual(
      runs.map(() => [2, "", "hint: set TMPDIR to a directory that you may write to"]),
    );
  });
});
