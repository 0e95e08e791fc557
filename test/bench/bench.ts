import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { withEngine } from "../helpers/engine.js";
import type { Engine } from "../helpers/engine.js";

const RUNS = Number(process.argv[2] ?? 21);
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TURNPIPE = file("../../bin/turnpipe.js");
const NODE = process.execPath;

interface Contestant {
  name: string;
  command: (engine: Engine) => readonly [string, ...string[]];
}

const CONTESTANTS: readonly Contestant[] = [
  {
    name: "codex exec --json",
    command: ({ codexPath }) => [codexPath, "exec", "--json", "Say hello."],
  },
  { name: "@openai/codex-sdk", command: () => [NODE, file("sdk.mjs")] },
  { name: "floor client", command: () => [NODE, file("floor.mjs")] },
  { name: "turnpipe run --json", command: () => [NODE, TURNPIPE, "run", "--json", "Say hello."] },
  { name: "node -e 0", command: () => [NODE, "-e", "0"] },
  { name: "turnpipe --version", command: () => [NODE, TURNPIPE, "--version"] },
];

/** Ratios against another contestant of the same run; the bars are the project's own. */
const RATIOS = [
  { of: "turnpipe run --json", to: "floor client", bar: 1.08 },
  { of: "turnpipe run --json", to: "@openai/codex-sdk", bar: 1.0 },
  { of: "turnpipe run --json", to: "codex exec --json", bar: undefined },
  { of: "turnpipe --version", to: "node -e 0", bar: 1.4 },
] as const;

const scenario = {
  description: "One line, however often it is asked.",
  responses: [{ say: [{ text: "Hello." }] }],
  then: "repeat-last" as const,
};

await withEngine({ scenario }, async (engine) => {
  const times = new Map(CONTESTANTS.map(({ name }) => [name, [] as number[]]));
  // The first round warms files and caches, and is not counted.
  for (let round = -1; round < RUNS; round++) {
    for (const { name, command } of CONTESTANTS) {
      const ms = await timed(command(engine), engine);
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  const medians = new Map([...times].map(([name, all]) => [name, median(all)]));
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  say(`one-line answer on the scripted model, ${String(RUNS)} interleaved runs each, medians:`);
  for (const [name, ms] of medians) {
    const all = times.get(name) ?? [];
    say(
      `  ${name.padEnd(22)}${ms.toFixed(0).padStart(6)} ms   (fastest ${Math.min(...all).toFixed(0)})`,
    );
  }
  for (const { of, to, bar } of RATIOS) {
    const ratio = (medians.get(of) ?? NaN) / (medians.get(to) ?? NaN);
    const verdict =
      bar === undefined ? "" : `  bar ${bar.toFixed(2)}  ${ratio <= bar ? "met" : "MISSED"}`;
    say(`  ${of} / ${to}: ${ratio.toFixed(2)}${verdict}`);
  }
});

/** From start to exit, in milliseconds; a run that fails would be no measurement. */
function timed(
  [program, ...args]: readonly [string, ...string[]],
  engine: Engine,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program, args, {
      cwd: engine.workdir,
      env: { ...engine.env, BENCH_CODEX: engine.codexPath, TURNPIPE_CODEX: engine.codexPath },
      stdio: "ignore",
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - start);
      else reject(new Error(`${program} ${args.join(" ")} exited with ${String(code)}`));
    });
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = [
    sorted[sorted.length % 2 === 0 ? middle - 1 : middle],
    sorted[middle],
  ];
  return (low + high) / 2;
}
