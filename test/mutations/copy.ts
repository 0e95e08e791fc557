import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Fault } from "./faults.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Copies the working tree to a temporary folder, with what is not committed yet. */
export function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "turnpipe-mutations-"));
  const listed = run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(ROOT, file)));
  for (const file of files) {
    cpSync(join(ROOT, file), join(copy, file), { recursive: true, verbatimSymlinks: true });
  }
  // Hard links: a second node_modules would take minutes. Its caches are written in place.
  run("cp", ["-al", join(ROOT, "node_modules"), join(copy, "node_modules")]);
  for (const cache of [".cache", ".vite", ".vite-temp"]) {
    rmSync(join(copy, "node_modules", cache), { recursive: true, force: true });
  }
  return copy;
}

/** Puts a fault into the copy; returns what takes it out again. */
export function applyFault(copy: string, { file, before, after }: Fault): () => void {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  const lines = original.split("\n");
  const at = lines.indexOf(before);
  if (at === -1 || lines.lastIndexOf(before) !== at) {
    throw new Error(`${file} does not have this line exactly once:\n${before}`);
  }
  writeFileSync(path, lines.with(at, after).join("\n"));
  return () => {
    writeFileSync(path, original);
  };
}

function run(file: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    ...{ cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  });
  if (status !== 0) throw new Error(`${file} ${args[0] ?? ""}: ${error?.message ?? stderr}`);
  return stdout;
}
