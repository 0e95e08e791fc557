import { expect, test } from "vitest";

import type { AppServer } from "../../src/protocol/app-server.js";
import type { ReviewTarget } from "../../src/protocol/params.js";
import { beginTurn } from "../../src/turn/start-turn.js";
import { turnParams } from "../helpers/requests.js";

const OPENED = {
  started: { thread: { id: "t-1" } },
  approvalPolicy: "on-request",
  effort: "high",
};

test("a turn is begun on the thread, with its policy and, where it has none, its effort", async () => {
  const { server, asked } = listening();
  const id = await beginTurn(server, { kind: "turn", params: turnParams("/repo") }, OPENED);
  expect({ id, asked }).toEqual({
    id: "u-1",
    asked: [
      [
        "startTurn",
        { ...turnParams("/repo"), threadId: "t-1", approvalPolicy: "on-request", effort: "high" },
      ],
    ],
  });
});

test("a turn's own effort wins over the thread's", async () => {
  const { server, asked } = listening();
  const params = turnParams("/repo", { effort: "low", cyberAccessProgram: "standard" });
  await beginTurn(server, { kind: "turn", params }, { ...OPENED, approvalPolicy: "never" });
  expect(asked).toEqual([
    ["startTurn", { ...params, threadId: "t-1", approvalPolicy: "never", effort: "low" }],
  ]);
});

test.each<ReviewTarget>([
  { type: "uncommittedChanges" },
  { type: "baseBranch", branch: "main" },
  { type: "commit", sha: "HEAD", title: null },
  { type: "custom", instructions: "look" },
])("a review of %j is begun with its target alone", async (target) => {
  const { server, asked } = listening();
  const id = await beginTurn(server, { kind: "review", target }, OPENED);
  expect({ id, asked }).toEqual({ id: "u-2", asked: [["startReview", "t-1", target]] });
});

test("nothing is begun for a task that is none", async () => {
  const { server, asked } = listening();
  expect({ id: await beginTurn(server, { kind: "nothing" }, OPENED), asked }).toEqual({
    id: undefined,
    asked: [],
  });
});

/** A server that only begins, with what it was asked. */
function listening() {
  const asked: unknown[] = [];
  const part: Pick<AppServer, "startTurn" | "startReview"> = {
    startTurn: (...args) => Promise.resolve((asked.push(["startTurn", ...args]), "u-1")),
    startReview: (...args) => Promise.resolve((asked.push(["startReview", ...args]), "u-2")),
  };
  return { server: part as AppServer, asked };
}
