import { lstatSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { expectAlike, onBothSides, type Ran } from "../helpers/asked.js";
import { inTurn, masked } from "../helpers/differential.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { storedLogin, withIssuer } from "../helpers/account.js";
import { untilRuns } from "../helpers/processes.js";
import * as inProcess from "../helpers/run-in-process.js";
import { startCli } from "../helpers/run-cli.js";

const TALK: Scenario = {
  description: "The same answer for ever.",
  responses: [{ say: [{ text: "Yes." }] }],
  then: "repeat-last",
};
const TOUCH: Scenario = {
  description: "Runs a command that the rules forbid.",
  responses: [{ say: [{ exec: "touch made-it" }] }, { say: [{ text: "Done." }] }],
  config: { model: '"gpt-5.5"' },
};
const SLEEPS: Scenario = {
  description: "Runs a long command in the first turn.",
  responses: [{ say: [{ exec: "sleep 300" }] }, { say: [{ text: "Yes." }] }],
  then: "repeat-last",
};
const FORBIDDEN = 'prefix_rule(pattern=["touch"], decision="forbidden")\n';

/** What leads codex to the model without its config. */
const provider = ({ model }: Engine): string[] =>
  [
    'model_provider="mock"',
    'model_providers.mock.name="Scripted model"',
    `model_providers.mock.base_url=${JSON.stringify(model.url)}`,
    'model_providers.mock.wire_api="responses"',
    'model="gpt-5.5"',
  ].flatMap((setting) => ["-c", setting]);

const IGNORE = "--ignore-user-config";

test("without the user's config the model is asked the same, and the rest of the home is used", async () => {
  const toml = 'developer_instructions = "From the config."\nmodel_reasoning_effort = "high"\n';
  const { theirs, ours } = await onBothSides({ scenario: TALK, toml }, async ({ engine, run }) => {
    const { codexHome, workdir } = engine;
    await mkdir(join(codexHome, "skills/mine"), { recursive: true });
    await writeFile(
      join(codexHome, "skills/mine/SKILL.md"),
      "---\nname: mine\ndescription: A skill of the user.\n---\n",
    );
    await writeFile(join(codexHome, "AGENTS.md"), "Answer in rhymes.\n");
    await writeFile(join(codexHome, "work.config.toml"), 'developer_instructions = "A profile."\n');
    await mkdir(join(workdir, ".codex"));
    await writeFile(join(workdir, ".codex/config.toml"), 'developer_instructions = "A project."\n');
    return inTurn(
      [["Go."], ["-s", "workspace-write", "Go."], ["-p", "work", "resume", "--last", "Go."]],
      (args) => run([IGNORE, ...provider(engine), ...args]),
    );
  });
  expectAlike(theirs, ours);
  const text = JSON.stringify(ours.map(({ asked }) => asked));
  expect([/Answer in rhymes/, /A skill of the user/].map((each) => each.test(text))).toEqual([
    true,
    true,
  ]);
});

test("without rules a command that they forbid runs", async () => {
  const { theirs, ours } = await onBothSides({ scenario: TOUCH }, async ({ engine, run }) => {
    await mkdir(join(engine.codexHome, "rules"));
    await writeFile(join(engine.codexHome, "rules/default.rules"), FORBIDDEN);
    const ran = await run(["--ignore-rules", "-s", "workspace-write", "Go."]);
    return {
      ran,
      toml: masked(await readFile(join(engine.codexHome, "config.toml"), "utf8"), engine),
    };
  });
  // The second request tells how long the command took.
  const first = (ran: Ran): Ran => ({ ...ran, asked: ran.asked.slice(0, 1) });
  expectAlike([first(theirs.ran)], [first(ours.ran)]);
  expect(ours.toml).toEqual(theirs.toml);
  expect(ours.ran.lines.join("\n")).toContain('"exit_code":0');
});

test("a thread of ours goes on in codex, and the other way around", async () => {
  await withEngine({ scenario: TALK }, async (engine) => {
    const ours = async (...args: string[]): Promise<string | undefined> => {
      const line = ["exec", "--json", IGNORE, ...provider(engine), ...args];
      return threadIn((await inProcess.runCli(line, placeOf(engine))).stdout);
    };
    const first = await ours("One.");
    const second = threadIn((await engine.exec(["resume", "--last", "Two."])).stdout);
    const third = await ours("resume", "--last", "Three.");
    const branch = await engine.exec(["fork", first ?? "", "Four."]);
    expect({ second, third, branch: branch.exitCode }).toEqual({
      second: first,
      third: first,
      branch: 0,
    });
    expect(JSON.stringify(engine.model.requests.at(-1)?.body)).toMatch(
      /"One\.".*"Two\.".*"Three\.".*"Four\."/,
    );
  });
});

test("runs at the same time lose nothing", async () => {
  await withEngine({ scenario: TALK }, async (engine) => {
    // Servers that make the databases of a new home at the same time may fail, whatever they are told.
    await engine.exec(["Before."]);
    const line = ["exec", "--json", IGNORE, ...provider(engine)];
    const runs = await Promise.all(
      ["One.", "Two.", "Three."].map((prompt) =>
        inProcess.runCli([...line, prompt], placeOf(engine)),
      ),
    );
    const ids = runs.map(({ stdout }) => threadIn(stdout));
    const resumed = await inTurn(ids, (id) => engine.exec(["resume", id ?? "", "Go on."]));
    expect(resumed.map(({ stdout }) => threadIn(stdout))).toEqual(ids);
  });
});

test("what was written to the home of a run is in the real one before the last event", async () => {
  await withEngine({ scenario: TALK }, async (engine) => {
    const home = join(engine.codexHome, ".turnpipe/without-config.toml");
    const running = startCli(
      ["exec", "--json", IGNORE, ...provider(engine), "One."],
      placeOf(engine),
    );
    await running.line(/thread\.started/);
    await writeFile(join(home, "new.json"), "new");
    await running.line(/turn\.completed/);
    expect([
      await readFile(join(engine.codexHome, "new.json"), "utf8"),
      lstatSync(join(home, "new.json")).isSymbolicLink(),
    ]).toEqual(["new", true]);
    expect((await running.done).exit).toBe(0);
  });
});

test("a thread of a run that was killed goes on in codex", async () => {
  await withEngine({ scenario: SLEEPS }, async (engine) => {
    const place = { ...placeOf(engine), graceMs: 10_000 };
    const running = startCli(["exec", "--json", IGNORE, ...provider(engine), "One."], place);
    const id = threadIn((await running.line(/thread\.started/)) ?? "");
    await untilRuns(running.marker, "sleep 300");
    running.kill("SIGKILL");
    expect((await running.done).left).toEqual([]);
    const { exitCode, stdout } = await engine.exec(["resume", id ?? "", "Two."]);
    expect({ exitCode, id: threadIn(stdout) }).toEqual({ exitCode: 0, id });
    expect(JSON.stringify(engine.model.requests.at(-1)?.body)).toMatch(/"One\.".*"Two\."/);
  });
});

test("a login that is refreshed is stored in the real home", async () => {
  await withIssuer({}, async ({ url, env }) => {
    await withEngine({ scenario: TALK }, async (engine) => {
      const auth = join(engine.codexHome, "auth.json");
      await writeFile(auth, expiredLogin());
      const place = placeOf(engine);
      const flags = ["-c", "model_providers.mock.requires_openai_auth=true"];
      const { exit } = await inProcess.runCli(
        ["exec", "--json", IGNORE, ...provider(engine), ...flags, "Go."],
        {
          ...place,
          env: { ...place.env, ...env, CODEX_REFRESH_TOKEN_URL_OVERRIDE: `${url}/oauth/token` },
        },
      );
      const stored = await readFile(auth, "utf8");
      const linked = join(engine.codexHome, ".turnpipe/without-config.toml/auth.json");
      expect({ exit, isLink: lstatSync(linked).isSymbolicLink() }).toEqual({
        exit: 0,
        isLink: true,
      });
      expect(stored).toContain('"refresh_token": "refresh-1"');
    });
  });
});

/** A login whose token has to be exchanged before it can be used. */
function expiredLogin(): string {
  const login = JSON.parse(storedLogin()) as { tokens: { access_token: string } };
  const [head, claims = "", end] = login.tokens.access_token.split(".");
  const old = { ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as object), exp: 1000 };
  const access_token = [head, Buffer.from(JSON.stringify(old)).toString("base64url"), end].join(
    ".",
  );
  const tokens = { ...login.tokens, access_token, refresh_token: "refresh-0" };
  return JSON.stringify({ ...login, tokens, last_refresh: "2020-01-01T00:00:00Z" });
}

const threadIn = (stdout: string): string | undefined => /"thread_id":"([^"]+)"/.exec(stdout)?.[1];

test("a broken config is ignored, too, when codex says what is wrong with the settings", async () => {
  await withEngine({ scenario: TALK }, async (engine) => {
    await writeFile(join(engine.codexHome, "config.toml"), "model = [broken\n");
    const args = [IGNORE, "-c", 'sandbox_mode="nonsense"', "Go."];
    const theirs = await engine.exec(args);
    const ours = await inProcess.runCli(["exec", ...args], placeOf(engine));
    const words = theirs.stderr.slice(theirs.stderr.indexOf("Error loading")).trimEnd();
    expect(words).toContain("nonsense");
    expect({ exit: ours.exit, stderr: ours.stderr }).toEqual({ exit: 2, stderr: `${words}\n` });
  });
});
