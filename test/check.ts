import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Runs these scripts of package.json at the same time, and prints the output of those that fail. */
const CHECKS = ["typecheck", "lint", "format:check", "unused"] as const;

const { scripts } = JSON.parse(await readFile(`${ROOT}package.json`, "utf8")) as {
  scripts: Record<(typeof CHECKS)[number], string>;
};
const results = await Promise.all(
  CHECKS.map(async (name) => {
    const began = performance.now();
    const { status, output } = await finished(scripts[name]);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${status === 0 ? "ok" : "FAILED"}  ${name}, ${seconds} s\n`);
    if (status !== 0) process.stdout.write(output);
    return status;
  }),
);
process.exitCode = results.every((status) => status === 0) ? 0 : 1;

/** The end of a script. `npm run check` has put the tools on the path; an npm for each would cost half a second of CPU. */
function finished(script: string): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(script, { cwd: ROOT, shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    }
    child.once("error", reject);
    child.once("close", (status) =>
      resolve({ status, output: Buffer.concat(chunks).toString("utf8") }),
    );
  });
}
