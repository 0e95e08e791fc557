import { spawn } from "node:child_process";

/** What is timed: a command, where it runs, and what it reads. */
export interface Timed {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** Milliseconds from start to exit, and from the last output to exit. */
interface Times {
  readonly total: number;
  readonly end: number;
}

/** Times a run; one that fails would be no measurement. */
export function timed({ command, cwd, env, stdin }: Timed): Promise<Times> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const input = stdin === undefined ? "ignore" : "pipe";
    const child = spawn(program, args, { cwd, env, stdio: [input, "pipe", "ignore"] });
    let last = start;
    child.stdout?.on("data", () => {
      last = performance.now();
    });
    child.stdin?.end(stdin);
    child.once("error", reject);
    child.once("exit", (code) => {
      const exit = performance.now();
      // What was left in the pipe was written before.
      if (code === 0) resolve({ total: exit - start, end: exit - Math.min(last, exit) });
      else reject(new Error(`${command.join(" ")} exited with ${String(code)}`));
    });
  });
}

interface Medians {
  readonly median: number;
  readonly fastest: number;
  /** From the last output to exit. */
  readonly end: number;
}

/** Every contestant in turn, round after round, so that a busy moment is everybody's; medians. */
export async function medians(
  contestants: ReadonlyMap<string, Timed>,
  rounds: number,
): Promise<Map<string, Medians>> {
  const times = new Map([...contestants.keys()].map((name) => [name, [] as Times[]]));
  // The first round warms files and caches, and is not counted.
  for (let round = -1; round < rounds; round++) {
    for (const [name, contestant] of contestants) {
      const run = await timed(contestant);
      if (round >= 0) times.get(name)?.push(run);
    }
  }
  return new Map([...times].map(([name, runs]) => [name, mediansOf(runs)]));
}

function mediansOf(runs: readonly Times[]): Medians {
  const totals = runs.map(({ total }) => total);
  const end = median(runs.map((run) => run.end));
  return { median: median(totals), fastest: Math.min(...totals), end };
}

/** The table of a bench, and a line for each ratio with its bar. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export const row = (name: string, { median, fastest }: Pick<Medians, "median" | "fastest">) =>
  `  ${name.padEnd(32)}${median.toFixed(0).padStart(6)} ms   (fastest ${fastest.toFixed(0)})`;

export function ratioLine(name: string, ratio: number, bar: number | undefined): string {
  const verdict =
    bar === undefined ? "" : `  bar ${bar.toFixed(2)}  ${ratio <= bar ? "met" : "MISSED"}`;
  return `  ${name}: ${ratio.toFixed(2)}${verdict}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = [
    sorted[sorted.length % 2 === 0 ? middle - 1 : middle],
    sorted[middle],
  ];
  return (low + high) / 2;
}
