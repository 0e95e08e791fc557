import { once } from "node:events";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { ThreadRecord } from "../../src/dialect/records.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { BIN, spawnCli, textOf, startOnTerminal } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

/** Two turns: one with all that a page shows, and one that fails. */
const EVENTFUL: Scenario = {
  description: "Thoughts, commands that work and fail, a file, an answer; then a refusal.",
  responses: [
    { say: [{ reasoning: "**Looking**\n\naround" }, { exec: "cat hello.txt" }] },
    { say: [{ text: "I will write it.", phase: "commentary" }, { exec: "echo no; exit 4" }] },
    { say: [{ patch: "*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n" }] },
    { say: [{ text: "All is **done**." }] },
    { http: { status: 400, body: { error: { message: "No such thing", type: "invalid" } } } },
  ],
};
const CHATTY: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Yes." }] }],
  then: "repeat-last",
};
const PROMPT = "Write it,\nplease: *now*";

const FACTS = `id         THREAD
name       The *release*
prompt     Write it, please: *now*
directory  WORKDIR
branch     main
model      gpt-6-sol
provider   mock
created    MOMENT (just now)
updated    MOMENT (just now)
begun by   vscode, codex VERSION
stored in  HOME/sessions/DAY/rollout-STAMP-THREAD.jsonl
`;

const STORY = `${FACTS}
> Write it,
  please: *now*
Looking
✓ cat hello.txt  TIME
I will write it.
✗ echo no; exit 4  exit 4 · TIME
    no
A new.txt
✓ done  TIME · 1 file changed · 1 command failed
All is **done**.

> Again
error: {"error":{"message":"No such thing","type":"invalid"}}
✗ failed  exit 1 · TIME
`;

const MARKDOWN = `# The \\*release\\*

Thread \`THREAD\`, model gpt-6-sol, in \`WORKDIR\`, since MOMENT

## Turn 1, MOMENT

> Write it,
> please: *now*

> **Looking**
>
> around

\`\`\`console
$ cat hello.txt
hello
world
\`\`\`

I will write it.

\`\`\`console
$ echo no; exit 4
no
\`\`\`

(exit 4)

- add \`WORKDIR/new.txt\`

All is **done**.

## Turn 2, MOMENT

> Again

**Failed** (failed): {"error":{"message":"No such thing","type":"invalid"}}
`;

test("the pages about a thread, word for word", async () => {
  await withEngine({ scenario: EVENTFUL }, async (engine) => {
    const id = await begun(engine, PROMPT, ["--sandbox", "workspace-write"]);
    await runCli(["resume", id, "Again"], placeOf(engine));
    await runCli(["threads", "rename", id, "The *release*"], placeOf(engine));
    const page = (...flags: string[]) => shown(engine, [id, ...flags]);
    expect(await page()).toEqual(well(FACTS));
    expect(await page("--turns")).toEqual(well(STORY));
    expect(await page("--markdown")).toEqual(well(MARKDOWN));
    expect(await page("--markdown", "--turns")).toEqual(well(MARKDOWN));
    expect(await shown(engine, ["--last"])).toEqual(well(FACTS));
    expect(await shown(engine, ["The *release*"])).toEqual(well(FACTS));
  });
});

test("--json is one record, the same that a list has", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const id = await begun(engine, "First");
    const { stdout, ...rest } = await runCli(["threads", "show", id, "--json"], placeOf(engine));
    const list = await runCli(["threads", "list", "--json"], placeOf(engine));
    const [record] = readLines<Event>(stdout);
    expect({ ...rest, stdout }).toEqual({ exit: 0, stderr: "", left: [], stdout: list.stdout });
    expect(ThreadRecord.parse(record)).toEqual(record);
  });
});

test("an archived thread says so", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const id = await begun(engine, "First");
    await runCli(["threads", "archive", id], placeOf(engine));
    const { stdout } = await shown(engine, [id]);
    expect(stdout.split("\n").filter((row) => /^(id|archived|stored in)\b/.test(row))).toEqual([
      "id         THREAD",
      "archived   yes",
      "stored in  HOME/archived_sessions/rollout-STAMP-THREAD.jsonl",
    ]);
  });
});

test("what cannot be shown is exit 2, with nothing on stdout and a way out", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const id = await begun(engine, "First");
    const none = "00000000-0000-7000-8000-000000000000";
    const elsewhere = "hint: threads of other directories are found with --all, or by their id\n";
    const wishes: [string[], string][] = [
      [[id, "--markdown", "--json"], "--markdown and --json exclude each other\n"],
      [[id, "--turns", "--include", "nonsense"], "--include nonsense: expected diff, raw\n"],
      [[id, "--include", "diff"], "--include requires --turns or --markdown\n"],
      [[id, "--turns", "--include", "deltas"], "--include deltas: expected diff, raw\n"],
      [[id, "--quiet", "--verbose"], "--quiet and --verbose exclude each other\n"],
      [
        [],
        "threads show: no thread given: expected its id, its name, or --last\nhint: see: turnpipe threads list\n",
      ],
      [[id, "more"], 'unexpected argument "more"\nhint: a name of several words needs quotes\n'],
      [[none], `there is no stored thread ${none}\n`],
      [["Nobody 🤷"], `there is no stored thread named "Nobody 🤷"\n${elsewhere}`],
    ];
    for (const [args, says] of wishes) {
      expect(await runCli(["threads", "show", ...args], placeOf(engine))).toEqual({
        exit: 2,
        stdout: "",
        stderr: `turnpipe: ${says}`,
        left: [],
      });
    }
  });
});

test("a terminal has colour, unless something speaks against it", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const id = await begun(engine, "First");
    const { env, ...place } = placeOf(engine);
    const coloured = async (NO_COLOR: string | undefined, ...flags: string[]) => {
      const args = ["threads", "show", id, ...flags];
      const run = startOnTerminal(args, { ...place, env: { ...env, NO_COLOR } });
      const { screen, exit } = await run.done;
      return { exit, colour: screen.includes("\x1b[") };
    };
    expect([
      await coloured(undefined),
      await coloured(undefined, "--turns"),
      await coloured("1", "--turns"),
      await coloured(undefined, "--turns", "--color", "never"),
      await coloured(undefined, "--markdown"),
      await coloured(undefined, "--json"),
    ]).toEqual([true, true, false, false, false, false].map((colour) => ({ exit: 0, colour })));
  });
});

test("a pipe gets no colour, unless it is asked for", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const id = await begun(engine, "First");
    const show = ["threads", "show", id, "--turns"];
    const { stdout: none } = await runCli(show, placeOf(engine));
    const { stdout: some } = await runCli([...show, "--color", "always"], placeOf(engine));
    expect([none.includes("\x1b"), some.includes("\x1b[2mid"), bare(some)]).toEqual([
      false,
      true,
      none,
    ]);
  });
});

test("a long prompt takes one line among the facts on a terminal", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const id = await begun(engine, "many words ".repeat(100));
    const place = placeOf(engine);
    const { screen } = await startOnTerminal(["threads", "show", id], place).done;
    const prompt = screen.split("\r\n").find((row) => row.startsWith("prompt")) ?? "";
    expect(prompt.length).toBeLessThanOrEqual(80);
  });
});

test.each([["--turns", "--json"], ["--markdown"]])(
  "a reader that leaves early ends it quietly with 141: %s",
  async (...flags) => {
    // Its answer is more than any pipe holds: somebody must be reading for this to go on.
    await withEngine({ scenario: "big-output" }, async (engine) => {
      const id = await begun(engine, "First");
      const command = [process.execPath, BIN, "threads", "show", id, ...flags] as const;
      const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], placeOf(engine));
      const stderr = textOf(child.stderr as Readable);
      await once(child.stdout as Readable, "data");
      child.stdout?.destroy();
      expect({ ...(await ended), stderr: await stderr }).toEqual({
        exit: 141,
        left: [],
        stderr: "",
      });
    });
  },
);

test("`head -n 1` gets its line, and the pipeline ends with 141", async () => {
  await withEngine({ scenario: "big-output" }, async (engine) => {
    const id = await begun(engine, "First");
    const show = [process.execPath, BIN, "threads", "show", id, "--turns", "--json"];
    const pipeline = 'set -o pipefail; "$@" | head -n 1';
    const command = ["bash", "-c", pipeline, "bash", ...show] as const;
    const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], placeOf(engine));
    const texts = [textOf(child.stdout as Readable), textOf(child.stderr as Readable)];
    const [stdout = "", stderr] = await Promise.all(texts);
    const types = readLines<Event>(stdout).map(({ type }) => type);
    expect({ ...(await ended), types, stderr }).toEqual({
      exit: 141,
      left: [],
      types: ["thread.started"],
      stderr: "",
    });
  });
});

/** A thread with one turn; its id. */
async function begun(engine: Engine, prompt: string, flags: readonly string[] = []) {
  const { stdout } = await runCli(["run", "--json", ...flags, prompt], placeOf(engine));
  return String(readLines<Event>(stdout)[0]?.["thread_id"]);
}

/** What a page says, with names for all that is new in every run. */
async function shown(engine: Engine, args: readonly string[]) {
  const { stdout, ...rest } = await runCli(["threads", "show", ...args], placeOf(engine));
  return { ...rest, stdout: named(stdout, engine) };
}

const named = (text: string, { workdir, codexHome }: Engine): string =>
  text
    .replaceAll(workdir, "WORKDIR")
    .replaceAll(codexHome, "HOME")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "THREAD")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/g, "STAMP")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "MOMENT")
    .replaceAll(/\/\d{4}\/\d\d\/\d\d\//g, "/DAY/")
    .replaceAll(/codex \d+\.\d+\.\d+/g, "codex VERSION")
    .replaceAll(/\b\d+(?:\.\d)?m?s\b/g, "TIME");

const well = (stdout: string) => ({ exit: 0, stderr: "", left: [], stdout });

const bare = (text: string): string => text.replaceAll(/\x1b\[\d+m/g, "");
