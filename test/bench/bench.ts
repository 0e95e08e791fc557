import { fileURLToPath } from "node:url";

import { withEngine } from "../helpers/engine.js";
import type { Engine } from "../helpers/engine.js";
import { medians, ratioLine, row, say } from "./measure.js";

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

const scenario = {
  description: "One line, however often it is asked.",
  responses: [{ say: [{ text: "Hello." }] }],
  then: "repeat-last" as const,
};

await withEngine({ scenario }, async (engine) => {
  const place = {
    cwd: engine.workdir,
    env: { ...engine.env, BENCH_CODEX: engine.codexPath, TURNPIPE_CODEX: engine.codexPath },
  };
  const contestants = Object.entries(CONTESTANTS).map(
    ([name, command]) => [name, { command: command(engine), ...place }] as const,
  );
  const results = await medians(new Map(contestants), RUNS);
  say(`one-line answer on the scripted model, ${String(RUNS)} interleaved runs each, medians:`);
  for (const [name, result] of results) say(row(name, result));
  const of = (name: string): number => results.get(name)?.median ?? NaN;
  for (const { of: one, to, bar } of RATIOS) {
    say(ratioLine(`${one} / ${to}`, of(one) / of(to), bar));
  }
});
