import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { placeWith } from "../helpers/many-threads.js";
import { median, medians, ratioLine, row, say, timed, type Timed } from "./measure.js";

const RUNS = Number(process.argv[2] ?? 7);
const FEW = 1_000;
const MANY = 10_000;
const BAR = 1.2;

const NODE = process.execPath;
const TURNPIPE = fileURLToPath(new URL("../../bin/turnpipe.js", import.meta.url));
const LIST = [NODE, TURNPIPE, "threads", "list", "--all", "--all-dirs", "--json"] as const;
const READER = "cat > /dev/null";
const SLOW_READER = "(sleep 3; cat > /dev/null)";
/** Less than a list of all threads would take: whoever keeps them dies of it. */
const SMALL_HEAP = "--max-old-space-size=16 --max-semi-space-size=1";

const floor: Timed = { command: [NODE, "-e", "0"], ...placeOf(0) };

/** A list of so many threads, read through a pipe. */
const listOf = (count: number, reader = READER): Timed => ({
  command: ["bash", "-c", `set -o pipefail; "$@" | ${reader}`, "bash", ...LIST],
  ...placeOf(count),
});

const FEW_NAME = `${FEW} threads`;
const MANY_NAME = `${MANY} threads`;

const times = await medians(
  new Map([
    ["node -e 0", floor],
    [FEW_NAME, listOf(FEW)],
    [MANY_NAME, listOf(MANY)],
  ]),
  RUNS,
);
say(`turnpipe threads list --all --json, ${RUNS} interleaved runs each, medians:`);
for (const [name, result] of times) say(row(name, result));
const msOf = (name: string): number => times.get(name)?.median ?? NaN;
const perThousand = ((msOf(MANY_NAME) - msOf(FEW_NAME)) / (MANY - FEW)) * 1000;
say(`  a thousand threads more: ${perThousand.toFixed(0)} ms`);

const peaks = await peaksOf(
  new Map<string, Weighed>([
    ["node -e 0", { program: floor }],
    [FEW_NAME, { program: listOf(FEW) }],
    [MANY_NAME, { program: listOf(MANY) }],
    [`${MANY}, slow reader`, { program: listOf(MANY, SLOW_READER), runs: 1 }],
    [`${FEW}, small heap`, { program: listOf(FEW), options: SMALL_HEAP }],
    [`${MANY}, small heap`, { program: listOf(MANY), options: SMALL_HEAP }],
  ]),
);
say(`the most memory turnpipe held, without its server, medians:`);
for (const [name, kib] of peaks) say(`  ${name.padEnd(22)}${mebi(kib).padStart(6)} MiB`);
const peakOf = (name: string): number => peaks.get(name) ?? NaN;
const ratio = peakOf(MANY_NAME) / peakOf(FEW_NAME);
say(ratioLine(`${MANY_NAME} / ${FEW_NAME}`, ratio, BAR));
const inSmallHeap = peakOf(`${MANY}, small heap`) / peakOf(`${FEW}, small heap`);
say(ratioLine("the same in a small heap", inSmallHeap, BAR));
if (!(ratio <= BAR && inSmallHeap <= BAR)) process.exitCode = 1;

interface Weighed {
  readonly program: Timed;
  /** More for NODE_OPTIONS. */
  readonly options?: string;
  readonly runs?: number;
}

/** The median of the peaks of each, round after round. */
async function peaksOf(contestants: ReadonlyMap<string, Weighed>): Promise<Map<string, number>> {
  const dir = await mkdtemp(join(tmpdir(), "turnpipe-bench-"));
  const peaks = new Map([...contestants.keys()].map((name) => [name, [] as number[]]));
  try {
    for (let round = 0; round < RUNS; round++) {
      for (const [name, { program, options = "", runs = RUNS }] of contestants) {
        if (round < runs) peaks.get(name)?.push(await peakIn(dir, program, options));
      }
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return new Map([...peaks].map(([name, all]) => [name, median(all)]));
}

async function peakIn(dir: string, program: Timed, options: string): Promise<number> {
  const file = join(dir, "peak");
  const preload = new URL("peak.mjs", import.meta.url).href;
  const env = { ...program.env, BENCH_PEAK: file, NODE_OPTIONS: `--import=${preload} ${options}` };
  await timed({ ...program, env });
  const peak = Number(await readFile(file, "utf8"));
  // Each run writes its own, or there is no measurement.
  await rm(file);
  return peak;
}

function placeOf(count: number): Pick<Timed, "cwd" | "env"> {
  const { cwd, env } = placeWith({ count });
  return { cwd, env: { PATH: process.env["PATH"] ?? "", XDG_CONFIG_HOME: "/nowhere", ...env } };
}

function mebi(kib: number): string {
  return (kib / 1024).toFixed(1);
}
