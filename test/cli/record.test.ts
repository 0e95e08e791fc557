import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines } from "../helpers/fixture.js";
import { printedSchema } from "../helpers/printed-schema.js";
import { replayAlone } from "../helpers/recordings.js";
import { type CliOptions, type Finished, startOnTerminal } from "../helpers/run-cli.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { ANSWERS, begun, wentOn } from "../helpers/stored-threads.js";
import { ASKING, saying, THREE, wants } from "./asking.js";
import { answer, CHANGED, raw, reviewer } from "./reviewer.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const WORKING: Scenario = {
  description: "A command, a patch and an answer.",
  responses: [
    { say: [{ exec: "echo one" }] },
    { say: [{ patch: "*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch\n" }] },
    { say: [{ text: "Worked." }] },
  ],
};
const SILENT: Scenario = {
  description: "A model that never says a word.",
  responses: [{ say: [], end: "hang" }],
};

describe("a run and its replay print the same and end the same", () => {
  test.each([
    ["an answer", "plain", ["run", "Go"], 0],
    ["an answer as events", "plain", ["run", "--json", "Go"], 0],
    ["work", WORKING, ["run", "--json", "-s", "workspace-write", "Go"], 0],
    ["every part", "include-everything", ["run", "--json", ...everything(), "Go"], 0],
    ["a condition", "plain", ["run", "--json", "--fail-on", "no-change", "Go"], 3],
    ["a failure", "http-401", ["run", "--json", "Go"], 4],
    ["a failure for people", "http-401", ["run", "Go"], 4],
    ["a file that cannot be written", "plain", ["run", "--json", "-o", "/dev/full", "Go"], 1],
    ["a prompt from a file", "plain", ["run", "--json", "--prompt-file", "hello.txt"], 0],
    ["an empty prompt", "plain", ["run", "--json", ""], 2],
    ["a server that is not there", "plain", ["run", "--json", "--codex", "./no", "Go"], 5],
  ] as const)("%s", async (_, scenario, args, exit) => {
    await withEngine({ scenario }, async (engine) => {
      await sameTwice(engine, args, exit);
    });
  });

  test("decisions of a program, with their reasons", async () => {
    await withEngine({ scenario: THREE }, async (engine) => {
      const program = `
        case "$(cat)" in
          *'"kind":"file_change"'*) echo '{"decision":"decline","reason":"not today"}';;
          *) echo '{"decision":"accept","reason":"fine"}';;
        esac`;
      await sameTwice(engine, ["run", ...ASKING, "--approve", `exec:${program}`, "Go"], 0);
    });
  });

  test("a turn that somebody aborted", async () => {
    await withEngine({ scenario: saying(wants("touch made.txt")) }, async (engine) => {
      const program = `echo '{"decision":"cancel","reason":"stop it"}'`;
      await sameTwice(engine, ["run", ...ASKING, "--approve", `exec:${program}`, "Go"], 1);
    });
  });

  test.each([
    ["text", [], 3],
    ["json", ["--format", "json"], 3],
    ["sarif", ["--format", "sarif"], 3],
    ["events", ["--json"], 3],
    ["a file", ["-o", "../out.txt"], 3],
    ["a baseline that is written", ["--baseline", "../known.json", "--update-baseline"], 0],
    ["a commit", ["--commit", "HEAD", "--format", "json"], 3],
  ] as const)("a review: %s", async (_, args, exit) => {
    await withEngine({ scenario: reviewer(answer(raw(1), raw(3))) }, async (engine) => {
      await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
      await sameTwice(engine, ["review", ...args], exit);
    });
  });

  test("a review of nothing", async () => {
    await withEngine({ scenario: reviewer(answer()) }, async (engine) => {
      await sameTwice(engine, ["review", "--format", "json"], 0);
    });
  });

  test("threads that are found by date, gone on with, copied and shown", async () => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const id = await begun(engine, ["First"]);
      await wentOn(engine, [id, "Second"]);
      await sameTwice(engine, ["resume", "--json", "--last", "Third"], 0);
      await sameTwice(engine, ["resume", "--json", "--fork", id, "Fourth"], 0);
      await sameTwice(engine, ["resume", "--json", "nobody", "Fifth"], 2);
      for (const flags of [[], ["--json"], ["--turns"], ["--turns", "--json"], ["--markdown"]]) {
        await sameTwice(engine, ["threads", "show", "--last", ...flags], 0);
        await sameTwice(engine, ["threads", "show", id, "--color", "always", ...flags], 0);
      }
    });
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("a turn that %s ended", async (signal, exit) => {
    await withEngine({ scenario: SILENT }, async (engine) => {
      const file = recordingOf(engine);
      const running = startCli(["run", "--json", "--record", file, "Go"], placeOf(engine));
      await running.line(/turn\.started/);
      running.kill(signal);
      const live = await running.done;
      expect(gist(live)).toEqual({ exit, stdout: live.stdout, left: [] });
      expect(gist(await replayAlone(file))).toEqual(gist(live));
    });
  });
});

test("what was shown on a terminal is shown as wide and as colourful elsewhere", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const file = recordingOf(engine);
    const id = await begun(engine, [
      `A prompt ${"that is longer than the terminal is wide ".repeat(4)}`,
    ]);
    const args = ["threads", "show", id, "--turns", "--color", "always", "--record", file];
    const place = { ...placeOf(engine), columns: 50, redirect: "2>/dev/null" };
    const { screen, exit } = await startOnTerminal(args, place).done;
    const replayed = await replayAlone(file);
    expect({ exit, screen: screen.replaceAll("\r\n", "\n") }).toEqual({
      exit: replayed.exit,
      screen: replayed.stdout,
    });
    expect(screen).toContain("\u001B[");
    expect(screen).toContain("…");
  });
});

test("a recording inside the repository is no part of the review", async () => {
  await withEngine({ scenario: reviewer(answer(raw(1))) }, async (engine) => {
    await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
    const { exit } = await runCli(["review", "--record", "here.jsonl"], placeOf(engine));
    const text = await readFile(join(engine.workdir, "here.jsonl"), "utf8");
    expect({ exit, changed: /"changed":(\{.*?\]\})/.exec(text)?.[1] }).toEqual({
      exit: 3,
      changed: '{"hello.txt":[{"start":2,"end":2}]}',
    });
  });
});

test("a key is in no recording, nor a setting that looks like one, and the file is ours alone", async () => {
  await withEngine({ scenario: "plain" }, async (engine) => {
    const file = recordingOf(engine);
    const args = ["run", "--json", "--trust", "untrusted", "--record", file];
    const secret = ["-c", 'mcp_servers.x={command="no",enabled=false,env={A_TOKEN="tok-1234"}}'];
    const env = { CODEX_API_KEY: "sk-of-nobody-12345" };
    const live = await onEngine(engine, [...args, ...secret, "Go"], { env });
    const text = await readFile(file, "utf8");
    const replayed = await replayAlone(file);
    expect({
      live: live.exit,
      same: replayed.stdout === live.stdout,
      replayed: replayed.exit,
      leaks: ["sk-of-nobody-12345", "tok-1234"].filter((each) => text.includes(each)),
      hidden: readLines<{ message?: { params?: { apiKey?: string } } }>(text).flatMap(
        ({ message }) => message?.params?.apiKey ?? [],
      ),
      mode: (await stat(file)).mode & 0o777,
    }).toEqual({
      ...{ live: 0, same: true, replayed: 0, leaks: [], hidden: ["[redacted]"] },
      mode: 0o600,
    });
  });
});

/** Runs a command line and its recording; both give the same, and the status is this one. */
async function sameTwice(engine: Engine, args: readonly string[], exit: number): Promise<void> {
  const file = recordingOf(engine);
  const live = await onEngine(engine, [...args, "--record", file]);
  expect({ args, ...gist(live) }).toEqual({ args, exit, stdout: live.stdout, left: [] });
  expect({ args, ...gist(await replayAlone(file)) }).toEqual({ args, ...gist(live) });
  const check = await printedSchema("recording");
  expect(readLines<unknown>(await readFile(file, "utf8")).flatMap(check)).toEqual([]);
}

const recordingOf = ({ codexHome }: Engine): string => join(codexHome, "../run.jsonl");

const gist = ({ exit, stdout, left }: Finished) => ({ exit, stdout, left });

function onEngine(engine: Engine, args: readonly string[], { env }: CliOptions = {}) {
  const place = placeOf(engine);
  return runCli(args, { ...place, env: { ...place.env, ...env } });
}

function everything(): readonly string[] {
  return ["--include", "deltas,diff,mcp,raw,approvals", "-s", "workspace-write"];
}
