import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Scenario } from "../../src/demo/scenario.js";
import { expectRun, expectThat } from "./expectation.js";
import { READ, type Check, type Release } from "./release.js";
import {
  ANSWERS,
  command,
  HANGS,
  JSON_ANSWER,
  NEW_FILE,
  patch,
  REVIEW,
  secondTurn,
} from "./scenarios.js";
import { threadChecks } from "./thread-checks.js";

/** Checks that share a scenario, a home and what earlier ones have done; by name, in order. */
export interface Group {
  readonly scenario: Scenario | string;
  readonly checks: Readonly<Record<string, Check>>;
}

const one = (name: string, scenario: Scenario | string, check: Check): Group => ({
  scenario,
  checks: { [name]: check },
});

const WRITE = ["run", "--json", "-s", "workspace-write"] as const;

/** A run that fails, with its exit status and its cause. */
const fails = (name: string, scenario: string, exit: number, cause: string): Group =>
  one(name, scenario, async ({ turnpipe }) => {
    expectRun(await turnpipe(...READ, "Go."), { exit, has: [`"cause":"${cause}"`] });
  });

const fileHas = async (path: string, text: string): Promise<boolean> =>
  existsSync(path) && (await readFile(path, "utf8")) === text;

/** A run of a command that writes new.txt; tells whether it did, and that the model got its output. */
async function writes(release: Release, ...args: string[]): Promise<boolean> {
  const { model, workdir } = release.engine;
  const finished = await release.turnpipe(...args);
  expectRun(finished, { exit: 0 });
  const asked = JSON.stringify(model.requests.at(-1)?.body ?? null);
  expectThat(asked.includes('call_output"'), "the model did not get the output", finished);
  return existsSync(join(workdir, "new.txt"));
}

/** Every check, on a fresh home for each group. */
export const groups = (): readonly Group[] => [
  { scenario: ANSWERS, checks: threadChecks() },
  one("commands", command("printf 'one\\ntwo\\n'"), async ({ turnpipe }) => {
    const has = [
      '"aggregated_output":"one\\ntwo\\n","exit_code":0',
      '"commands_ok":1',
      '"turn_usage":{"input_tokens":200,',
    ];
    expectRun(await turnpipe(...READ, "Go."), { exit: 0, has });
  }),
  one("patch", patch(NEW_FILE), async ({ engine, turnpipe }) => {
    const finished = await turnpipe(...WRITE, "Go.");
    expectRun(finished, { exit: 0, has: ['"kind":"add"', '"files_changed":1'] });
    const isThere = await fileHas(join(engine.workdir, "new.txt"), "alpha\n");
    expectThat(isThere, "there is no file", finished);
  }),
  one("read-only", command("touch new.txt"), async (release) => {
    if (await writes(release, ...READ, "Go.")) throw new Error("there is a file");
  }),
  one("more sandbox on resume", secondTurn("Hello.", command("touch new.txt")), async (release) => {
    expectRun(await release.turnpipe(...READ, "Hello."), { exit: 0 });
    const resume = ["resume", "--last", "-s", "workspace-write", "Go."];
    if (!(await writes(release, ...resume))) throw new Error("there is no file");
  }),
  one("less sandbox on resume", secondTurn("Hello.", command("touch new.txt")), async (release) => {
    expectRun(await release.turnpipe(...WRITE, "Hello."), { exit: 0 });
    const resume = ["resume", "--last", "-s", "read-only", "Go."];
    if (await writes(release, ...resume)) throw new Error("there is a file");
  }),
  one("add-dir", command('printf tea > "$HOME/../extra/new.txt"'), async (release) => {
    const { dir } = release.engine;
    await mkdir(join(dir, "extra"));
    const finished = await release.turnpipe(...WRITE, "--add-dir", join(dir, "extra"), "Go.");
    expectRun(finished, { exit: 0 });
    const isThere = await fileHas(join(dir, "extra", "new.txt"), "tea");
    expectThat(isThere, "the directory is not writable", finished);
  }),
  one("-c", ANSWERS, async ({ engine, turnpipe }) => {
    const setting = 'developer_instructions="Brew tea."';
    const finished = await turnpipe(...READ, "-c", setting, "Go.");
    expectRun(finished, { exit: 0 });
    const asked = JSON.stringify(engine.model.requests);
    expectThat(asked.includes("Brew tea."), "the setting is ignored", finished);
  }),
  one("effort", ANSWERS, async ({ engine, turnpipe }) => {
    // Of a model that is not known, some releases do not expect it.
    const reasons = ["-c", "model_supports_reasoning_summaries=true"];
    const finished = await turnpipe(...READ, ...reasons, "--effort", "low", "Go.");
    expectRun(finished, { exit: 0, has: ['"effort":"low"'] });
    const asked = JSON.stringify(engine.model.requests);
    expectThat(asked.includes('"reasoning":{"effort":"low"'), "it is ignored", finished);
  }),
  one("output schema", JSON_ANSWER, async ({ engine, turnpipe }) => {
    const schema = join(engine.dir, "schema.json");
    await writeFile(schema, '{"type":"object","properties":{"tea":{"type":"string"}}}');
    const finished = await turnpipe(...READ, "--output-schema", schema, "Go.");
    expectRun(finished, { exit: 0, has: ["jasmine"] });
    const asked = JSON.stringify(engine.model.requests);
    expectThat(asked.includes('"type":"json_schema"'), "it is ignored", finished);
  }),
  one("CODEX_API_KEY", ANSWERS, async ({ engine, turnpipeWith }) => {
    const finished = await turnpipeWith({ CODEX_API_KEY: "sk-of-the-test" }, ...READ, "Go.");
    const isStored = existsSync(join(engine.codexHome, "auth.json"));
    expectThat(!isStored, "the key is stored", finished);
    expectRun(finished, { exit: 0 });
  }),
  fails("401", "http-401", 4, "unauthorized"),
  fails("429 usage limit", "http-429-usage-limit", 6, "usage_limit"),
  fails("context window", "context-window", 7, "context_window"),
  fails("cut stream", "disconnect", 1, "connection"),
  one("interrupt", HANGS, async ({ start }) => {
    const running = start(...READ, "Go.");
    await Promise.race([running.line(/"type":"turn.started"/), running.done]);
    running.kill("SIGINT");
    expectRun(await running.done, { exit: 130, has: ['"cause":"interrupted"'] });
  }),
  one("approve", command("touch allowed", { escalated: true }), async ({ engine, turnpipe }) => {
    const finished = await turnpipe(...READ, "--approve", "always", "Go.");
    expectRun(finished, { exit: 0, has: ['"commands_ok":1'] });
    const isThere = existsSync(join(engine.workdir, "allowed"));
    expectThat(isThere, "the command did not run", finished);
  }),
  one("decline", command("touch denied", { escalated: true }), async ({ engine, turnpipe }) => {
    const finished = await turnpipe(...READ, "--approve", "rules", "Go.");
    expectRun(finished, { exit: 0, has: ['"declined":1', '"text":"Done."'] });
    const isThere = existsSync(join(engine.workdir, "denied"));
    expectThat(!isThere, "the command ran", finished);
  }),
  one("approve a patch", patch(NEW_FILE), async ({ engine, turnpipe }) => {
    const finished = await turnpipe(...READ, "--approve", "always", "Go.");
    expectRun(finished, { exit: 0, has: ['"files_changed":1'] });
    const isThere = await fileHas(join(engine.workdir, "new.txt"), "alpha\n");
    expectThat(isThere, "there is no file", finished);
  }),
  one("decline a patch", patch(NEW_FILE), async ({ engine, turnpipe }) => {
    const finished = await turnpipe(...READ, "--approve", "rules", "Go.");
    expectRun(finished, { exit: 0, has: ['"declined":1'] });
    expectThat(!existsSync(join(engine.workdir, "new.txt")), "there is a file", finished);
  }),
  one("review", REVIEW, async ({ turnpipe }) => {
    const finished = await turnpipe("review", "--commit", "HEAD", "--json");
    expectRun(finished, { exit: 3, has: ["Add the numbers", '"cause":"findings"'] });
  }),
  {
    scenario: ANSWERS,
    checks: {
      async models({ turnpipe }) {
        expectRun(await turnpipe("models", "--json"), { exit: 0, has: ['"id":"gpt-5'] });
      },
      async "login status"({ turnpipe }) {
        const finished = await turnpipe("login", "status", "--json");
        expectRun(finished, { exit: 0, has: ['"login_needed":false'] });
      },
      async doctor({ turnpipe }) {
        expectRun(await turnpipe("doctor", "--json"), { exit: 0 });
      },
    },
  },
];
