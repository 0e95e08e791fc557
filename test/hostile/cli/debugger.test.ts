import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import { ENDING, message, OPENING } from "../../helpers/conversation.js";
import { PLAYED } from "../../helpers/fixture.js";
import { scriptIn, untilHeard, withFolder } from "../../helpers/play.js";
import { BIN, spawnCli, textOf } from "../../helpers/run-cli.js";

/** A check that sends the signal to the program that runs it, and waits until it was looked at. */
const CHECK =
  "kill -s USR1 $PPID; echo signalled >>heard.jsonl; " +
  "while ! test -e looked-at; do sleep 0.02; done";

/** The inodes of all TCP sockets that listen. */
const listening = (): Set<string> =>
  new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((path) => readFileSync(path, "utf8").split("\n").slice(1))
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, , , state, , , , , , inode]) => (state === "0A" && inode ? [inode] : [])),
  );

/** How many sockets of a process listen. */
function ports(pid: number): number {
  const inodes = listening();
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
    return inode !== undefined && inodes.has(inode);
  }).length;
}

test.each([1, 5])(
  "SIGUSR1, sent %d times, opens no debugger, and the run goes on",
  async (times) => {
    await withFolder(async (dir) => {
      const env = await scriptIn(dir, [...OPENING, message("Done"), ...ENDING]);
      const check = `${"kill -s USR1 $PPID; ".repeat(times - 1)}${CHECK}`;
      const args = ["run", ...PLAYED, "--json", "--verify", check, "Go"] as const;
      const run = spawnCli([process.execPath, BIN, ...args], ["ignore", "pipe", "pipe"], {
        cwd: dir,
        env,
      });
      const stdout = textOf(run.child.stdout as Readable);
      const stderr = textOf(run.child.stderr as Readable);
      await untilHeard(dir, "signalled");
      const open = ports(run.child.pid!);
      writeFileSync(join(dir, "looked-at"), "");
      const last = (await stdout).trim().split("\n").at(-1);
      expect({
        open,
        ended: await run.ended,
        cause: (JSON.parse(last ?? "") as { cause?: unknown }).cause,
        stderr: await stderr,
      }).toEqual({ open: 0, ended: { exit: 0, left: [] }, cause: "completed", stderr: "" });
    });
  },
);
