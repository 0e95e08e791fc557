import { execa } from "execa";
import { expect, test } from "vitest";

import { masked, maskedText } from "../helpers/differential.js";
import { offences } from "../helpers/event-lines.js";
import { type Engine, placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";

// Errors that exec-usage.test.ts does not provoke: those of a server, and of a turn that does not start.

const REQUIRED = '[mcp_servers.x]\ncommand = "/nonexistent"\nrequired = true\n';

test.each<[name: string, exit: number, toml: string, flags?: readonly string[]]>([
  ["a config.toml that is not TOML", 2, "broken = = 1\n"],
  ["a tool server that is required and does not start", 1, REQUIRED],
  ["a local provider that nobody knows", 2, "", ["--oss", "--local-provider", "none"]],
])("%s is reported in the same words, and stdout is empty", async (_, exit, toml, flags = []) => {
  await withEngine({ scenario: "plain", toml }, async (engine) => {
    const line = ["exec", "--json", ...flags, "p"];
    const [theirs, ours] = [await codex(engine, line), await turnpipe(engine, line)];
    expect({ ...theirs, exit: 1, lines: [] }).toEqual(theirs);
    expect(ours).toEqual({ ...theirs, exit });
  });
});

test("a turn that the server refuses leaves thread.started alone; all events bring its end back", async () => {
  await withEngine({ scenario: "plain" }, async (engine) => {
    const line = ["exec", "--json"];
    const theirs = await codex(engine, line, LONG);
    const ours = await turnpipe(engine, line, LONG);
    expect(ours).toEqual({ ...theirs, exit: 2 });
    expect(theirs.lines.length).toBe(1);
    const env = { TURNPIPE_EVENTS: "full" };
    const full = await turnpipe(engine, line, LONG, env);
    const types = full.lines.map((text) => (JSON.parse(text) as { type: string }).type);
    expect({ exit: full.exit, types, wrong: full.lines.flatMap(offences) }).toEqual({
      exit: 2,
      types: ["thread.started", "turn.failed"],
      wrong: [],
    });
    const last = await turnpipe(engine, ["exec", "--json", "--turnpipe-events", "Go."]);
    expect(JSON.parse(last.lines.at(-1) ?? "")).toMatchObject({ exit_code: 0, problem: null });
  });
});

interface Ran {
  readonly exit: unknown;
  readonly lines: readonly string[];
  readonly stderr: string;
}

async function codex(engine: Engine, args: readonly string[], input = ""): Promise<Ran> {
  const { codexPath, workdir: cwd, env } = engine;
  const options = { cwd, env, extendEnv: false, reject: false, input } as const;
  const { exitCode, stdout, stderr } = await execa(codexPath, args, options);
  return { exit: exitCode, lines: masked(stdout, engine), stderr: steady(stderr, engine) };
}

async function turnpipe(
  engine: Engine,
  args: readonly string[],
  bytes = "",
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const { env, ...place } = placeOf(engine);
  const options = { ...place, env: { ...env, ...more }, stdin: { bytes } };
  const { exit, stdout, stderr } = await runCli(args, options);
  return { exit, lines: masked(stdout, engine), stderr: steady(stderr, engine) };
}

/** More than a turn may be given. */
const LONG = "x".repeat(1_100_000);

/** Without the warning about a home in a temporary folder, and codex's log. */
const steady = (stderr: string, engine: Engine): string =>
  maskedText(stderr, engine)
    .replace(/^WARNING: proceeding.*\n/m, "")
    .replaceAll(/^\d{4}-\d\d-\d\dT\S+ +ERROR .*\n/gm, "")
    .trimEnd();
