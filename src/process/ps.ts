import { execFile } from "node:child_process";

import type { Entry } from "./proc.js";

/** All processes there are, from `ps`; none if it takes too long. */
export const listProcesses = (): Promise<Entry[]> =>
  new Promise((resolve) => {
    const settings = { timeout: PS_MS, maxBuffer: 16 * 1024 * 1024, env: { LC_ALL: "C" } };
    execFile("/bin/ps", ["-axo", COLUMNS], settings, (error, stdout) => {
      resolve(error === null ? parseProcesses(stdout) : []);
    });
  });

// The name last: it may hold blanks.
const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=,comm=";
const PS_MS = 300;

/** What `ps` said, without those that are gone and only not noticed yet. */
export function parseProcesses(text: string): Entry[] {
  const found: Entry[] = [];
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
      // It tells no numbers of sessions.
      session: 0,
    });
  }
  return found;
}

const LINE = /^(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)(?:\s+(\S.*))?$/;
