import { execFile } from "node:child_process";

import type { ProcessEntry } from "./proc.js";

/** Lists all processes with `ps`; empty if that fails or takes too long. */
export const listProcesses = (): Promise<ProcessEntry[]> =>
  new Promise((resolve) => {
    const options = { timeout: PS_MS, maxBuffer: 16 * 1024 * 1024, env: { LC_ALL: "C" } };
    execFile("/bin/ps", ["-axo", COLUMNS], options, (error, stdout) => {
      resolve(error === null ? parseProcesses(stdout) : []);
    });
  });

// The name last: it may contain spaces.
const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=,comm=";
const PS_MS = 300;

/** Parses the output of `ps`, without zombies. */
export function parseProcesses(text: string): ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (const line of text.split("\n")) {
    const [, pid, parent, group, state = "Z", started = "", path = ""] =
      LINE.exec(line.trim()) ?? [];
    if (state.startsWith("Z")) continue;
    found.push({
      pid: Number(pid),
      name: path.slice(path.lastIndexOf("/") + 1),
      started,
      parent: Number(parent),
      group: Number(group),
      // ps on macOS prints no session ids, but marks the leaders of sessions.
      session: state.includes("s") ? Number(pid) : 0,
    });
  }
  return found;
}

const LINE = /^(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)(?:\s+(\S.*))?$/;
