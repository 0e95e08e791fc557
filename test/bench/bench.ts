import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { withEngine, type Engine } from "../helpers/engine.js";
import { medians, ratioLine, row, say, type Timed } from "./measure.js";

const RUNS = Number(process.argv[2] ?? 21);
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TURNPIPE = file("../../bin/turnpipe.js");
const NODE = process.execPath;

const CONTESTANTS: Readonly<Record<string, (engine: Engine) => readonly [string, ...string[]]>> = {
  "codex exec --json": ({ codexPath }) => [codexPath, "exec", "--json", "Say hello."],
  "@openai/codex-sdk": () => [NODE, file("sdk.mjs")],
  "floor client": () => [NODE, file("floor.mjs")],
  "turnpipe run --json": () => [NODE, TURNPIPE, "run", "--json", "Say hello."],
  "turnpipe exec --json": () => [NODE, TURNPIPE, "exec", "--json", "Say hello."],
  "node -e 0": () => [NODE, "-e", "0"],
  "turnpipe --version": () => [NODE, TURNPIPE, "--version"],
};

/** Ratios against another contestant of the same run; the bars are the project's own. */
const RATIOS = [
  { of: "turnpipe run --json", to: "floor client", bar: 1.08 },
  { of: "turnpipe run --json", to: "@openai/codex-sdk", bar: 1.0 },
  { of: "turnpipe run --json", to: "codex exec --json", bar: undefined },
  { of: "turnpipe exec --json", to: "floor client", bar: undefined },
  { of: "turnpipe --version", to: "node -e 0", bar: 1.4 },
] as const;

/** Those that are also run in a home whose shell profile takes a while, which codex reads at its start. */
const IN_SLOW_HOME = ["codex exec --json", "turnpipe exec --json", "turnpipe run --json"] as const;
const PROFILE = "sleep 0.5\n";
const slow = (name: string): string => `${name}, profile`;

const scenario = {
  description: "One line, however often it is asked.",
  responses: [{ say: [{ text: "Hello." }] }],
  then: "repeat-last" as const,
};

await withEngine({ scenario, isUsual: true }, async (engine) => {
  const place = {
    cwd: engine.workdir,
    env: { ...engine.env, BENCH_CODEX: engine.codexPath, TURNPIPE_CODEX: engine.codexPath },
  };
  const contestants: [string, Timed][] = Object.entries(CONTESTANTS).map(([name, command]) => [
    name,
    { command: command(engine), ...place },
  ]);
  const slowPlace = { ...place, env: { ...place.env, ...homeWithProfile(engine) } };
  for (const name of IN_SLOW_HOME) {
    const command = CONTESTANTS[name]?.(engine);
    if (command !== undefined) contestants.push([slow(name), { command, ...slowPlace }]);
  }
  const results = await medians(new Map(contestants), RUNS);
  say(`one-line answer on the scripted model, ${String(RUNS)} interleaved runs each, medians:`);
  for (const [name, result] of results) say(row(name, result));
  const of = (name: string): number => results.get(name)?.median ?? NaN;
  for (const { of: one, to, bar } of RATIOS) {
    say(ratioLine(`${one} / ${to}`, of(one) / of(to), bar));
  }
  say("from the last line to exit, medians:");
  const endOf = (name: string): number => results.get(name)?.end ?? NaN;
  for (const name of [...IN_SLOW_HOME, ...IN_SLOW_HOME.map(slow)]) {
    say(`  ${name.padEnd(32)}${endOf(name).toFixed(0).padStart(4)} ms`);
  }
  const [theirs, ...ours] = IN_SLOW_HOME.map((name) => endOf(slow(name)));
  say(ratioLine("turnpipe / codex, profile", Math.max(...ours) / (theirs ?? NaN), 1.25));
});

/** A home whose shells sleep before they do anything. */
function homeWithProfile({ dir }: Engine): Record<string, string> {
  const home = join(dir, "slow-home");
  mkdirSync(home);
  for (const name of [".profile", ".bash_profile", ".bashrc"])
    writeFileSync(join(home, name), PROFILE);
  return { HOME: home, SHELL: "/bin/bash" };
}
