import { expect, test } from "vitest";

import { main } from "../../../commands/main.js";
import { actsOf } from "../../fuzz/script.js";
import { scriptedChild } from "../../fuzz/scripted-child.js";
import { ENDING, message, notification, OPENING } from "../../helpers/conversation.js";
import type { Event, Step } from "../../helpers/fixture.js";
import { launcherOf } from "../../helpers/launchers.js";
import { emptyWorld } from "../world.js";

const FAILED: Step = notification("turn/completed", {
  threadId: "thread-1",
  turn: { id: "turn-1", status: "failed", error: { message: "no" } },
});

// A client may delete CODEX_HOME when it has read the last event.
test.each([
  ["turn.completed", ENDING],
  ["turn.failed", [FAILED, ...ENDING.slice(1)]],
] as const)("%s is written when the server has exited, other events before", async (last, end) => {
  const acts = actsOf([...OPENING, message("Hi"), ...end]);
  const child = scriptedChild({ acts, stored: "silent", stubborn: false }, () => undefined);
  const args = ["--codex", "/bin/true", "--skip-git-repo-check", "--no-stdin", "Go"];
  const { world, stdout } = emptyWorld(["run", "--json", ...args]);
  const seen: [string, boolean][] = [];
  stdout._write = (chunk: Buffer, _, done) => {
    seen.push([(JSON.parse(chunk.toString()) as Event).type, child.isOver()]);
    done();
  };
  await main({ ...world, launcher: launcherOf(child.process) });
  expect(seen).toEqual([
    ["thread.started", false],
    ["turn.started", false],
    ["item.completed", false],
    [last, true],
  ]);
});
