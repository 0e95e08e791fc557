import { expect, test } from "vitest";

import { notification, OPENING, OURS, server } from "../helpers/conversation.js";
import { play } from "../helpers/play.js";

const ASKED = server({
  id: 0,
  method: "item/commandExecution/requestApproval",
  params: { ...OURS, itemId: "c-1", command: "ls", cwd: "/workdir" },
});
const BEGUN = notification("item/started", {
  ...OURS,
  item: { type: "commandExecution", id: "c-1", command: "ls", status: "inProgress" },
});

test("a server that dies while somebody decides is not waited for", async () => {
  const program = ["--approve", "exec:sleep 300", "--approve-timeout", "10m"];
  const steps = [...OPENING, BEGUN, ASKED, { exit: 3 }];
  const { exit, events, left } = await play(steps, ["run", "--json", ...program, "Go"]);
  const last = events.at(-1) as unknown as { type: string; error: { cause: string } };
  expect({ exit, left, type: last.type, cause: last.error.cause }).toEqual({
    exit: 5,
    left: [],
    type: "turn.failed",
    cause: "server_crashed",
  });
});
