import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Runs all checks at the same time, and prints the output of those that fail. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  types: ["tsc", "--noEmit", "-p", "test"],
  lint: [
    ...["eslint", "--config", "test/eslint.config.js", ".", "--max-warnings", "0"],
    ...["--cache", "--cache-strategy", "content", "--cache-location", "node_modules/.cache/eslint"],
  ],
  format: [
    ...["prettier", "--check", ".", "--ignore-path", ".gitignore"],
    ...["--ignore-path", "test/.prettierignore", "--cache", "--cache-strategy", "content"],
  ],
  "unused code": ["knip", "--cache"],
};

const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, [program = "", ...args]]) => {
    const began = performance.now();
    const { status, output } = await finished(`${ROOT}node_modules/.bin/${program}`, args);
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
