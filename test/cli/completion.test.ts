import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { withFolder } from "../helpers/play.js";
import { BIN, spawnCli, textOf, type CliOptions } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

/** A server that is not there: most words need none. */
const NO_SERVER = { TURNPIPE_CODEX: "/nowhere/codex" };

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};

/** What bash does when it completes: the words as it cuts them, then what the function makes of them. */
const IN_BASH = `
set -u
eval "$(turnpipe completion bash)"
complete -p turnpipe
compopt() { printf 'compopt %s\\n' "$*"; }
COMP_LINE=$1 COMP_POINT=\${#1} COMPREPLY=() before=
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
before=$(compgen -v)
_turnpipe
comm -13 <(sort <<<"$before") <(compgen -v | sort)
printf '%s\\n' "\${COMPREPLY[@]}"
`;
const REGISTERED = "complete -o nosort -F _turnpipe turnpipe";

/** The lines of a real bash, in a place where the built program is called turnpipe. */
async function bash(
  words: readonly string[],
  line: string,
  { cwd, env }: CliOptions & { cwd: string },
): Promise<string[]> {
  const command = ["--noprofile", "--norc", "-c", IN_BASH, "bash", line, ...words];
  const { child, ended } = spawnCli(["bash", ...command], ["ignore", "pipe", "pipe"], {
    cwd,
    env: { ...env, PATH: await pathWith(cwd) },
  });
  const texts = [textOf(child.stdout as Readable), textOf(child.stderr as Readable)];
  const [stdout = "", stderr = ""] = await Promise.all(texts);
  expect({ ...(await ended), stderr }).toEqual({ exit: 0, left: [], stderr: "" });
  return stdout.trimEnd().split("\n");
}

/** A PATH where turnpipe is the built program. */
async function pathWith(cwd: string): Promise<string> {
  const bin = join(cwd, ".bin");
  await mkdir(bin, { recursive: true });
  const program = `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`;
  await writeFile(join(bin, "turnpipe"), program, { mode: 0o755 });
  return `${bin}:${process.env["PATH"] ?? ""}`;
}

test.each<[line: string, words: readonly string[], lines: readonly string[]]>([
  ["turnpipe re", ["turnpipe", "re"], ["resume", "review", "replay"]],
  [
    "turnpipe threads list --sort=cr",
    ["turnpipe", "threads", "list", "--sort", "=", "cr"],
    ["created"],
  ],
  [
    "turnpipe threads list --sort=",
    ["turnpipe", "threads", "list", "--sort", "="],
    ["updated", "created"],
  ],
  ["turnpipe  run   --sand", ["turnpipe", "run", "--sand"], ["--sandbox"]],
  [
    'turnpipe run "two  words" -c a=b:c --sand',
    ["turnpipe", "run", '"two  words"', "-c", "a", "=", "b", ":", "c", "--sand"],
    ["--sandbox"],
  ],
  [
    "turnpipe run --include=deltas,di",
    ["turnpipe", "run", "--include", "=", "deltas,di"],
    ["compopt -o nospace", "deltas,diff"],
  ],
  [
    "turnpipe run --sandbox ",
    ["turnpipe", "run", "--sandbox", ""],
    "read-only workspace-write danger-full-access".split(" "),
  ],
  ["turnpipe run -o fo", ["turnpipe", "run", "-o", "fo"], ["compopt -o default"]],
  ["turnpipe run -C fo", ["turnpipe", "run", "-C", "fo"], ["compopt -o dirnames"]],
  ["turnpipe run -- --js", ["turnpipe", "run", "--", "--js"], []],
])("bash completes %j, and no variable is left over", async (line, words, lines) => {
  await withFolder(async (cwd) => {
    const said = await bash(words, line, { cwd, env: NO_SERVER });
    expect(said).toEqual([REGISTERED, ...lines]);
  });
});

test("bash on a terminal puts the word where the tab key was pressed", async () => {
  await withFolder(async (cwd) => {
    await mkdir(join(cwd, "folder"));
    await writeFile(join(cwd, "follow"), "");
    const path = await pathWith(cwd);
    const shell = ["script", "--quiet", "--flush", "--return"] as const;
    const { child, ended } = spawnCli(
      [...shell, "--command", "bash --noprofile --norc -i", "/dev/null"],
      ["pipe", "pipe", "inherit"],
      { cwd, env: { ...NO_SERVER, ...QUIET_BASH, HOME: cwd, PATH: path } },
    );
    const { type, shows, closed } = keysOf(child.stdin as Writable, child.stdout as Readable);
    type('eval "$(turnpipe completion bash)"; echo rea""dy\n');
    await shows("\r\nready\r\n");
    type("turnpipe threads list --sort=cr\t");
    await shows("--sort=created ");
    type("-C fol\t");
    await shows("-C folder/");
    type("\u{15}exit\n");
    await closed;
    expect(await ended).toEqual({ exit: 0, left: [] });
  });
});

const QUIET_BASH = { PS1: "$ ", TERM: "dumb", HISTFILE: "/dev/null", INPUTRC: "/dev/null" };

/** The keyboard and the screen of a terminal. */
function keysOf(keyboard: Writable, screen: Readable) {
  let shown = "";
  let changed = (): void => undefined;
  screen.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    changed();
  });
  return {
    type: (keys: string) => void keyboard.write(keys),
    /** Waits for a text; the limit of the test ends a wait in vain. */
    async shows(text: string): Promise<void> {
      while (!shown.includes(text)) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
    closed: new Promise<void>((resolve) => screen.once("close", resolve)),
  };
}

test("models, efforts and threads are those of a real codex, and are remembered", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const place = cachedPlace(engine);
    const first = await madeThread(engine, "The first");
    const second = await madeThread(engine, "The second");
    await runCli(["threads", "rename", first, "plan-b"], place);
    await runCli(["threads", "rename", second, "two words"], place);
    const told = {
      threads: await bash(["turnpipe", "resume", ""], "turnpipe resume ", place),
      names: await bash(["turnpipe", "resume", "pl"], "turnpipe resume pl", place),
      meaning: (await completed(["threads", "show", ""], place)).split("\n"),
      models: (await completed(["run", "-m", ""], place)).split("\n").length > 1,
      efforts: (await completed(["run", "--effort", "hi"], place)).split("\n"),
    };
    await runCli(["threads", "archive", first], place);
    const archived = await completed(["threads", "unarchive", ""], place);
    const cached = await readFile(
      join(place.env.XDG_CACHE_HOME, "turnpipe/completion.json"),
      "utf8",
    );
    expect({ ...told, archived, cached: Object.keys(JSON.parse(cached) as object).sort() }).toEqual(
      {
        threads: [REGISTERED, second, first, "plan-b"],
        names: [REGISTERED, "plan-b"],
        meaning: [`${second}:two words`, `${first}:plan-b`, `plan-b:${first}`, ""],
        models: true,
        efforts: ["high", ""],
        archived: `${first}:plan-b\nplan-b:${first}\n`,
        cached: [
          JSON.stringify(["models", engine.codexHome]),
          JSON.stringify(["threads", engine.codexHome, engine.workdir, "active"]),
          JSON.stringify(["threads", engine.codexHome, engine.workdir, "archived"]),
        ],
      },
    );
  });
});

/** The engine's place, with a cache of its own. */
function cachedPlace(engine: Engine) {
  const { cwd, env } = placeOf(engine);
  return { cwd, env: { ...env, XDG_CACHE_HOME: join(engine.codexHome, "cache") } };
}

async function madeThread(engine: Engine, prompt: string): Promise<string> {
  const { stdout } = await runCli(["run", "--json", prompt], placeOf(engine));
  return (JSON.parse(stdout.split("\n")[0] ?? "") as { thread_id: string }).thread_id;
}

/** What zsh is told. */
async function completed(words: readonly string[], place: CliOptions): Promise<string> {
  const { stdout, ...rest } = await runCli(["__complete", "zsh", "--", ...words], place);
  expect(rest).toEqual({ exit: 0, stderr: "", left: [] });
  return stdout;
}

test("a codex that hangs, and will not end, is given up: what is old is good enough", async () => {
  await withFolder(async (cwd) => {
    const codex = join(cwd, "codex");
    await writeFile(codex, "#!/bin/sh\ntrap '' TERM\necho noise >&2\nexec sleep 25\n", {
      mode: 0o755,
    });
    const env = { TURNPIPE_CODEX: codex, XDG_CACHE_HOME: cwd, CODEX_HOME: "/codex" };
    await mkdir(join(cwd, "turnpipe"));
    const items = [{ id: "gpt-old", about: "Old.", efforts: [] }];
    const old = { '["models","/codex"]': { at: 0, items } };
    await writeFile(join(cwd, "turnpipe", "completion.json"), JSON.stringify(old));
    const began = Date.now();
    const runs = [
      await runCli(["__complete", "bash", "--", "run", "-m", ""], { cwd, env }),
      await runCli(["__complete", "bash", "--", "resume", "x"], { cwd, env }),
    ];
    const quiet = { exit: 0, stderr: "", left: [] };
    expect({ runs, inTime: Date.now() - began < 20_000 }).toEqual({
      runs: [
        { ...quiet, stdout: "gpt-old\n" },
        { ...quiet, stdout: "" },
      ],
      inTime: true,
    });
  });
});

test("a codex that is missing, or talks nonsense, is no candidates and no complaint", async () => {
  await withFolder(async (cwd) => {
    const codex = join(cwd, "codex");
    await writeFile(codex, "#!/bin/sh\necho nonsense\necho trouble >&2\nexit 3\n", { mode: 0o755 });
    const runs = ["/nowhere/codex", codex].map((TURNPIPE_CODEX) =>
      runCli(["__complete", "bash", "--", "run", "-m", ""], {
        cwd,
        env: { TURNPIPE_CODEX, XDG_CACHE_HOME: cwd },
      }),
    );
    const nothing = { exit: 0, stdout: "", stderr: "", left: [] };
    expect(await Promise.all(runs)).toEqual([nothing, nothing]);
  });
});

test("the help of completion says how to install it", async () => {
  const { stdout, ...rest } = await runCli(["completion", "--help"], { env: NO_SERVER });
  const ways = [
    'eval "$(turnpipe completion bash)"',
    "bash-completion/completions/turnpipe",
    "_turnpipe",
  ];
  expect({ ...rest, missing: ways.filter((way) => !stdout.includes(way)) }).toEqual({
    exit: 0,
    stderr: "",
    left: [],
    missing: [],
  });
});
