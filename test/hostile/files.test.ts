import { expect, test } from "vitest";

import type { Flag } from "../../commands/cli/flags/flag.js";
import { RESUME_FLAGS, RUN_FLAGS } from "../../commands/cli/flags/turn.js";
import { SHOW_FLAGS } from "../../commands/threads/flags.js";
import { REVIEW_FLAGS } from "../../commands/review/flags.js";
import { runMain, STRANGE_FILES, strangeFile, type StrangeFile } from "./run-main.js";

const KINDS = Object.keys(STRANGE_FILES) as StrangeFile[];
const COMMANDS: Readonly<Record<string, Readonly<Record<string, Flag>>>> = {
  run: RUN_FLAGS,
  review: REVIEW_FLAGS,
};

/** Every flag that names a file, as the table of its command has it. */
const FLAGS = Object.entries(COMMANDS).flatMap(([command, flags]) =>
  Object.entries(flags).flatMap(([flag, { file }]) =>
    file === undefined ? [] : [{ command, flag, file }],
  ),
);

test("every flag whose description speaks of a file says in the table what is done with it", () => {
  const all: typeof COMMANDS = { ...COMMANDS, resume: RESUME_FLAGS, show: SHOW_FLAGS };
  const unmarked = Object.entries(all).flatMap(([command, flags]) =>
    Object.entries(flags)
      .filter(([, { type, file }]) => type === "string" && file === undefined)
      .filter(([, { describe }]) => /\b(file|files|FILE|image|pipe)\b/.test(describe))
      .map(([flag]) => `${command} --${flag}`),
  );
  // The codex program is started, not read.
  expect({ unmarked, flags: FLAGS.length }).toEqual({ unmarked: [], flags: 16 });
});

type Ending = number | "large";

/** What a flag that reads makes of what it is given; `large` is exit 2 with the limit in its message. */
function readEnding(flag: string, kind: StrangeFile): Ending {
  if (kind === "a file with a hole of a terabyte") return "large";
  const isPipe = PIPES.has(kind);
  const isPlain = kind === "an open file, by its number";
  // The server opens an image: a plain file is all it can use.
  if (flag === "image") return isPlain ? 0 : 2;
  // What steers may come later; all others cannot begin without what they read.
  if (flag === "steer-from") return isPlain || isPipe ? 0 : 2;
  if (isPipe) return 124;
  return kind === "/dev/zero" || kind === "/dev/full" ? "large" : 2;
}

/** What a flag that writes makes of it, beside --json. */
function writeEnding(flag: string, kind: StrangeFile): Ending {
  const isRecord = flag === "record";
  if (REPLACED.has(kind)) return 0;
  if (WRITTEN.has(kind)) return isRecord ? 2 : 0;
  if (PIPES.has(kind)) return isRecord ? 2 : 124;
  // An empty diff needs no room.
  if (kind === "/dev/full") return isRecord ? 2 : flag === "diff-file" ? 0 : 1;
  return 2;
}

const REPLACED: ReadonlySet<StrangeFile> = new Set([
  "missing",
  "a link to nothing",
  "a file with a hole of a terabyte",
]);
const WRITTEN: ReadonlySet<StrangeFile> = new Set([
  "an open file, by its number",
  "/dev/null",
  "/dev/zero",
]);
const PIPES: ReadonlySet<StrangeFile> = new Set(["a pipe without a peer", "a link to a pipe"]);

const CASES = FLAGS.flatMap(({ command, flag, file }) =>
  KINDS.map((kind) => {
    const ending = file === "read" ? readEnding(flag, kind) : writeEnding(flag, kind);
    return { command, flag, kind, ending };
  }),
);

test.each(CASES)("$command --$flag on $kind: $ending", async ({ command, flag, kind, ending }) => {
  const path = strangeFile(kind);
  const value = flag === "format" ? `sarif=${path}` : path;
  const rest = PROMPTED.has(flag) ? [] : command === "run" ? ["Go"] : [];
  const { exit, stdout, stderr } = await runMain(
    [
      command,
      "--json",
      "--timeout",
      ending === 124 ? "200ms" : "1m",
      `--${flag}=${value}`,
      ...(flag === "connect-token-file" ? ["--connect=unix:///nowhere/s.sock"] : []),
      ...rest,
    ],
    // An empty change is reviewed without reading either.
    { changed: flag === "instructions-file" || flag === "connect-token-file" },
  );
  const lines = stdout
    .trim()
    .split("\n")
    .filter((line) => line !== "");
  const last = JSON.parse(lines.at(-1) ?? "null") as { exit_code?: number } | null;
  const code = ending === "large" ? 2 : ending;
  expect({
    exit,
    last: last?.exit_code ?? null,
    large: / larger than the limit of \d+ [KM]iB/.test(stderr),
  }).toEqual({
    exit: code,
    last: code === 2 ? null : code,
    large: ending === "large",
  });
});

/** These are the prompt. */
const PROMPTED: ReadonlySet<string> = new Set(["prompt-file", "instructions-file"]);

/** What is no flag of the table: a recording, and what `exec` takes as codex does. */
const OTHERS = KINDS.flatMap((kind) => {
  const isPipe = PIPES.has(kind);
  const read = readEnding("", kind);
  const written = writeEnding("", kind);
  return [
    { argv: (path: string) => ["replay", path], kind, ending: isPipe ? 130 : read },
    {
      argv: (path: string) => ["exec", "--json", `--output-schema=${path}`, "Go"],
      kind,
      ending: isPipe ? 130 : read,
    },
    // As in codex, an answer that cannot be written is no failure of the turn.
    {
      argv: (path: string) => ["exec", "--json", `--output-last-message=${path}`, "Go"],
      kind,
      ending: written === 124 ? 130 : 0,
    },
  ];
});

test.each(OTHERS)("$argv on $kind: $ending", async ({ argv, kind, ending }) => {
  const words = argv(strangeFile(kind));
  const { exit, stderr } = await runMain(words, { stop: ending === 130 });
  expect({ exit, large: / larger than the limit of \d+ [KM]iB/.test(stderr) }).toEqual({
    exit: ending === "large" ? 2 : ending,
    large: ending === "large",
  });
});
