import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Runs these scripts of package.json at the same time, and prints the output of those that fail. */
const CHECKS = ["typecheck", "lint", "format:check", "unused"];

const results = await Promise.all(
  CHECKS.map(async (name) => {
    const began = performance.now();
    const { status, output } = await finished("npm", ["run", "--silent", name]);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${status === 0 ? "ok" : "FAILED"}  ${name}, ${seconds} s\n`);
    if (status !== 0) process.stdout.write(output);
    return status;
  }),
);
process.exitCode = results.every((status) => status === 0) ? 0 : 1;

function finished(
  file: string,
  args: readonly string[],
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
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
