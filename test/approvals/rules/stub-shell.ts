import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The programs that only write down how they were called. */
export const STUBS = ["git", "ls", "cat", "npm", "make", "rm"];
// The real ones run nothing but stubs: there is nothing else on the path.
const REAL = ["env", "nice", "nohup", "timeout", "setsid", "stdbuf", "ionice", "bash", "sh"];

/** A place where a shell finds only programs that write down how they were called. */
export interface StubShell {
  /** The calls of a line, each as JSON, without doubles; `status` is what every program ends with. */
  run: (shell: string, line: string, status: number) => Set<string>;
  remove: () => void;
}

/** Builds the place in a temporary directory. */
export function stubShell(): StubShell {
  const home = mkdtempSync(join(tmpdir(), "turnpipe-rules-"));
  const bin = join(home, "bin");
  const log = join(home, "log");
  const empty = join(home, "empty");
  for (const folder of [bin, log, empty]) mkdirSync(folder);
  for (const name of STUBS) writeFileSync(join(bin, name), STUB, { mode: 0o755 });
  for (const name of REAL) symlinkSync(join("/usr/bin", name), join(bin, name));
  const run = (shell: string, line: string, status: number) => {
    const env = { PATH: bin, LOG: log, STATUS: String(status), HOME: empty };
    // What runs in the background is waited for.
    spawnSync(join("/bin", shell), ["-c", `${line}\nwait`], {
      cwd: empty,
      env,
      input: "",
      timeout: 10_000,
    });
    const calls = readdirSync(log).map((name) => {
      const words = readFileSync(join(log, name), "utf8").split("\0").slice(0, -1);
      rmSync(join(log, name));
      return JSON.stringify(words);
    });
    return new Set(calls);
  };
  return { run, remove: () => rmSync(home, { recursive: true }) };
}

const STUB = `#!/bin/sh
printf '%s\\0' "\${0##*/}" "$@" > "$LOG/$$"
exit "$STATUS"
`;
