import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { Response } from "../../src/demo/scenario.js";
import { installHook } from "../../src/review/hook-install.js";
import type { HookOptions } from "../../src/review/hook-script.js";
import type { LogEntry } from "../../src/review/log.js";
import { withEngine, type Engine } from "./engine.js";
import { readLines } from "./fixture.js";
import { makePushRepository, writeProgram, type PushRepository } from "./git-repository.js";
import { BIN, spawnCli, textOf, type Finished } from "./run-cli.js";

/** A repository with a bare remote, the built turnpipe on its PATH, and a real codex behind that. */
export interface PushStage {
  readonly repo: PushRepository;
  readonly engine: Engine;
  /** The environment of every command here. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Installs the hook of the repository. */
  install(options?: Partial<HookOptions>): void;
  /** Commits a file with this text; gives the commit's id. */
  write(file: string, text: string): string;
  /** Writes the user's config file. */
  configure(settings: object): void;
  push(args?: readonly string[], where?: Where): Promise<Pushed>;
  /** Runs any command where a push would run. */
  run(command: Command, where?: Where): Promise<Finished>;
}

type Command = readonly [string, ...string[]];

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder with the log, if it is not the stage's own. */
  readonly logs?: string;
  /** What happens as soon as the model has been asked; the command leads this process group. */
  readonly meanwhile?: (group: number) => unknown;
}

/** What came of a push. */
export interface Pushed {
  readonly exit: Finished["exit"];
  /** All that was said but for the turn's progress, which has times and ids in it. */
  readonly words: string;
  readonly left: readonly string[];
  /** What the remote has now: name of a ref to an id. */
  readonly remote: Readonly<Record<string, string>>;
  /** The change the model was asked about, for each request. */
  readonly asked: readonly string[];
  /** What was logged meanwhile, but for times. */
  readonly logged: readonly Logged[];
}

type Logged = Omit<LogEntry, "at" | "duration_ms">;

/** Lends a stage whose model gives these answers, one for each request. */
export async function withPush<T>(
  responses: readonly Response[],
  use: (stage: PushStage) => Promise<T>,
  options: { format?: string } = {},
): Promise<T> {
  const repo = makePushRepository(options);
  const scenario = { description: "A scripted reviewer.", responses: [...responses] };
  try {
    return await withEngine({ scenario }, (engine) => use(stageOf(repo, engine)));
  } finally {
    repo.remove();
  }
}

/** A push that was reviewed, passed and arrived; what is different is given. */
export const pushed = (
  { ref = "refs/heads/main", from, to }: { ref?: string; from: string; to: string },
  different: Partial<Pushed> = {},
): Pushed => ({
  exit: 0,
  words: `turnpipe: reviewing 1 commit for ${ref}\nturnpipe: the review passed\n`,
  left: [],
  remote: { [ref]: to },
  asked: [`${from}..${to}`],
  logged: [verdict({ ref, from, to })],
  ...different,
});

/** A line of the log about a review that passed; what is different is given. */
export const verdict = (
  range: Pick<Logged, "from" | "to"> & { ref?: string },
  different: Partial<Logged> = {},
): Logged => ({
  what: "verdict",
  ref: "refs/heads/main",
  ...range,
  outcome: "pass",
  cached: false,
  reason: null,
  findings: 0,
  ...different,
});

/** What a push without a review looks like from here. */
export const unreviewed = (remote: Pushed["remote"]): Pushed => ({
  ...{ exit: 0, words: "", left: [], remote, asked: [], logged: [] },
});

export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** What git itself says of a push that did not take place. */
export const REFUSED = "error: failed to push some refs to '<root>/remote.git'\n";

/** A finding as the reviewer writes it, on the first line of a file. */
export const finding = (priority: number, title: string, file = "code.txt") => ({
  title: `[P${priority}] ${title}`,
  body: "Because it breaks.",
  confidence_score: 0.9,
  priority,
  code_location: { absolute_file_path: file, line_range: { start: 1, end: 1 } },
});

/** The reviewer's answer with these findings. */
export const answer = (...findings: readonly object[]): Response =>
  says(
    JSON.stringify({
      findings,
      overall_correctness: findings.length === 0 ? "patch is correct" : "patch is incorrect",
      overall_explanation: "Seen.",
      overall_confidence_score: 0.8,
    }),
  );

export const says = (text: string): Response => ({ say: [{ text }] });

/** A model that never comes to an end. */
export const SILENT: Response = { say: [], end: "hang" };

/** Below the outcome, how a review with one finding is shown. */
export const shown = (priority: number, title: string): string =>
  `\nP${priority} ${title}  code.txt:1\n    Because it breaks.\n\n` +
  "The reviewer says: patch is incorrect (confidence 0.8)\n    Seen.\n";

/** How a push ends that one finding stops. */
export const BLOCKED =
  "turnpipe: 1 finding: nothing is pushed\n" +
  `turnpipe: to skip the review, with a reason: TURNPIPE_SKIP="…" git push\n${REFUSED}`;

/** The hook's own words, without those of the turn and of git. */
export const ownLines = (words: string): string => words.match(/^turnpipe: .*\n/gm)?.join("") ?? "";

function stageOf(repo: PushRepository, engine: Engine): PushStage {
  const bin = join(repo.root, "bin");
  writeProgram(join(bin, "turnpipe"), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  const env = {
    ...repo.env,
    PATH: `${bin}:${repo.env["PATH"] ?? ""}`,
    CODEX_HOME: engine.codexHome,
    TURNPIPE_CODEX: engine.codexPath,
    XDG_CONFIG_HOME: join(repo.root, "config"),
  };
  const run: PushStage["run"] = async (command, where = {}) => {
    const options = { cwd: where.cwd ?? repo.dir, env: { ...env, ...where.env } };
    // A group of its own, as a shell gives to each command.
    const own: Command = ["setsid", ...command];
    const { child, ended } = spawnCli(own, ["ignore", "pipe", "pipe"], options);
    const { meanwhile } = where;
    if (meanwhile !== undefined) void asked(engine, ended).then(() => meanwhile(child.pid!));
    const texts = Promise.all([textOf(child.stdout!), textOf(child.stderr!)]);
    const ending = await ended;
    const [stdout, stderr] = await texts;
    return { ...ending, stdout, stderr };
  };
  return { repo, engine, env, run, push: pusher(repo, engine, run), ...worker(repo) };
}

function pusher(repo: PushRepository, engine: Engine, run: PushStage["run"]): PushStage["push"] {
  return async (args = ["origin", "main"], where = {}) => {
    const log = join(where.logs ?? repo.dir, ".git", "turnpipe", "review-log.jsonl");
    const before = { asked: changesAsked(engine).length, logged: readLog(log).length };
    const came = await run(["git", "push", "--quiet", ...args], where);
    return {
      exit: came.exit,
      words: wordsIn(came.stdout + came.stderr).replaceAll(repo.root, "<root>"),
      left: came.left,
      remote: refsOf(repo),
      asked: changesAsked(engine).slice(before.asked),
      logged: readLog(log).slice(before.logged),
    };
  };
}

const worker = (repo: PushRepository): Pick<PushStage, "install" | "write" | "configure"> => ({
  install(options = {}) {
    const program = join(repo.root, "bin", "turnpipe");
    const hooksDir = join(repo.dir, ".git", "hooks");
    installHook({ hooksDir }, { mode: "block", onError: "open", program, ...options });
  },
  write(file, text) {
    put(join(repo.dir, file), text);
    repo.git("add", "--all");
    return repo.commit(`write ${file}`);
  },
  configure(settings) {
    put(join(repo.root, "config", "turnpipe", "config.json"), JSON.stringify(settings));
  },
});

/** Nothing tells us of a request, so we look, as long as one can come. */
async function asked({ model }: Engine, over: Promise<unknown>): Promise<void> {
  let isOver = false;
  void over.finally(() => (isOver = true));
  while (model.requests.length === 0 && !isOver) await pause(20);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const wordsIn = (stderr: string): string => stderr.replaceAll(/^(gpt-6-sol  |[✓✗] ).*\n/gm, "");

/** A range is named to the model as the diff to look at. */
function changesAsked({ model }: Engine): string[] {
  return model.requests
    .filter(({ path }) => path.endsWith("/responses"))
    .map(({ body }) => {
      const [, from = "", to = ""] =
        /run `git diff ([0-9a-f]+) ([0-9a-f]+)`/.exec(JSON.stringify(body)) ?? [];
      return `${from}..${to}`;
    });
}

const refsOf = (repo: PushRepository): Record<string, string> =>
  Object.fromEntries(
    repo
      .git("ls-remote", "--refs", repo.remote)
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => row.split("\t").reverse() as [string, string]),
  );

function readLog(path: string): Logged[] {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return readLines<LogEntry>(text).map(({ at, duration_ms: took, ...rest }) => {
    if (new Date(at).toISOString() === at && Number.isInteger(took)) return rest;
    throw new Error(`odd times in the log: ${at}, ${took}`);
  });
}
