import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const KEY = "sk-of-nobody-0123456789";
const PLAIN = "swordfish";

/** An agent that tells what it knows: in a command, in a file, and in an answer of many pieces. */
const TELLTALE = {
  description: "prints, writes and says two secrets",
  responses: [
    { say: [{ exec: 'printf "%s %s" "$DEPLOY_KEY" "$FISH"' }] },
    { say: [{ exec: `false ${KEY} ${PLAIN}` }] },
    {
      say: [
        { patch: `*** Begin Patch\n*** Add File: told.txt\n+${KEY}\n+${PLAIN}\n*** End Patch` },
      ],
    },
    { say: [{ text: `The key is ${KEY}, the fish is ${PLAIN}.`, pieces: 60 }] },
  ],
};

const SAID = "The key is [redacted], the fish is [redacted].";

async function told(engine: Engine, args: readonly string[]) {
  const { cwd, env } = placeOf(engine);
  const files = ["answer", "diff", "result"].map((name) => join(engine.dir, name));
  const [answer = "", diff = "", result = ""] = files;
  const run = await runCli(
    ["run", "-s", "danger-full-access", "-o", answer, "--diff-file", diff, "--result", result]
      .concat(args)
      .concat("Tell me"),
    { cwd, env: { ...env, DEPLOY_KEY: KEY, FISH: PLAIN } },
  );
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return { ...run, texts };
}

test("no line, no file and no delta of --json shows a secret", async () => {
  await withEngine({ scenario: TELLTALE }, async (engine) => {
    const include = "deltas,diff,raw,approvals,usage,plan,mcp";
    const { exit, stdout, stderr, texts, left } = await told(engine, [
      ...["--json", "--verbose", "--include", include, "--redact-env", "FISH"],
      ...["-c", `model_providers.mock.experimental_bearer_token="${KEY}-of-another"`],
    ]);
    expect([stdout, stderr, ...texts].filter((text) => /sk-of|swordf/.test(text))).toEqual([]);
    const events = readLines<Event & { item?: { type: string; aggregated_output?: string } }>(
      stdout,
    );
    const deltas = events.filter(({ type }) => type === "item.delta");
    const spoken = deltas.filter((event) => event["item_type"] === "agent_message");
    expect({
      exit,
      left,
      printed: events.flatMap(({ type, item }) =>
        type === "item.completed" && item?.type === "command_execution"
          ? [item.aggregated_output]
          : [],
      ),
      spoken: spoken.map(({ delta }) => delta).join(""),
      final: events.at(-1)?.["final_message"],
      answer: texts[0],
    }).toEqual({
      exit: 0,
      left: [],
      printed: ["[redacted] [redacted]", ""],
      spoken: SAID,
      final: SAID,
      answer: SAID,
    });
    expect(texts[1]).toContain("+[redacted]\n+[redacted]\n");
    expect(JSON.parse(texts[2] ?? "")).toEqual(events.at(-1));
    // The file itself is the agent's own work.
    expect(await readFile(join(engine.workdir, "told.txt"), "utf8")).toBe(`${KEY}\n${PLAIN}\n`);
  });
});

test("people do not see it either, and what is not named is shown", async () => {
  await withEngine({ scenario: TELLTALE }, async (engine) => {
    const { exit, stdout, stderr } = await told(engine, ["--verbose"]);
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: `The key is [redacted], the fish is ${PLAIN}.\n`,
    });
    expect(stderr).toContain("false [redacted] swordfish");
    expect(stderr).not.toContain("sk-of");
  });
});

test("a config file names variables, too, and a project can add to them", async () => {
  await withEngine({ scenario: TELLTALE }, async (engine) => {
    const user = join(engine.dir, "config", "turnpipe");
    await mkdir(user, { recursive: true });
    await writeFile(join(user, "config.json"), '{"redact_env":["FISH"]}');
    await writeFile(join(engine.workdir, ".turnpiperc.json"), '{"redact_env":["NO_COLOUR"]}');
    const { cwd, env } = placeOf(engine);
    const { exit, stdout, stderr } = await runCli(["run", "-q", "Tell me"], {
      cwd,
      env: { ...env, DEPLOY_KEY: KEY, FISH: PLAIN, XDG_CONFIG_HOME: join(user, "..") },
    });
    expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: `${SAID}\n`, stderr: "" });
  });
});

test("a stored thread is shown without secrets", async () => {
  await withEngine({ scenario: TELLTALE }, async (engine) => {
    await told(engine, ["-q"]);
    const { cwd, env } = placeOf(engine);
    const shown = await runCli(["threads", "show", "--last", "--turns", "--redact-env", "FISH"], {
      cwd,
      env: { ...env, DEPLOY_KEY: KEY, FISH: PLAIN },
    });
    expect(shown.exit).toBe(0);
    expect(shown.stdout).toContain(SAID);
    expect(shown.stdout).not.toMatch(/sk-of|swordf/);
  });
});

test.each([
  [
    "a name that is not set is said: it would hide nothing",
    ["--redact-env", "FISH,FSH"],
    "warning: --redact-env: FSH: not set, nothing to redact\n",
  ],
  [
    "a value that is everywhere is refused",
    ["--redact-env", "SHORT"],
    "turnpipe: --redact-env SHORT: its value is too short to redact\n" +
      "hint: fewer than 4 characters would be replaced all over the output\n",
  ],
])("%s", async (_, args, words) => {
  await withEngine({ scenario: TELLTALE }, async (engine) => {
    const { cwd, env } = placeOf(engine);
    const { stderr } = await runCli(["models", ...args], {
      cwd,
      env: { ...env, FISH: PLAIN, SHORT: "yes" },
    });
    expect(stderr).toBe(words);
  });
});
