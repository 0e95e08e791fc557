import { expect, test } from "vitest";

import { AgentEvents } from "../../src/translate/agent-events.js";
import type { Include } from "../../src/translate/include.js";
import { NO_USAGE } from "../helpers/conversation.js";
import { completed, ended, failedWith, message, notification, started } from "./notifications.js";

type Notification = ReturnType<typeof notification>;

/** The same notification on the thread of an agent. */
const by = (threadId: string, { wire }: Notification): Notification =>
  notification(wire.method, { ...(wire.params as object), threadId });

const spawn = (...receiverThreadIds: string[]) => ({
  type: "collabAgentToolCall",
  id: "call_1",
  tool: "spawnAgent",
  status: "completed",
  senderThreadId: "t-1",
  receiverThreadIds,
  agentsStates: {},
});

const translated = (pieces: readonly Notification[], include: readonly Include[] = []) => {
  const agents = new AgentEvents(new Set(include));
  return pieces.flatMap((piece) => agents.translate(piece, "t-1"));
};

const said = (agent_id: string, id: string, text: string) => ({
  type: "agent.event",
  agent_id,
  event: { type: "item.completed", item: { id, type: "agent_message", text, phase: null } },
});

test("what an agent does is told between its start and its end, turn after turn", () => {
  const activity = { type: "subAgentActivity", id: "call_1", kind: "started" };
  const pieces = [
    message("m", "of the turn itself"),
    started({
      ...activity,
      agentThreadId: "a-1",
      agentPath: "/agents/counter",
      model: "gpt-6-sol",
    }),
    completed({ ...activity, agentThreadId: "a-1" }),
    by("a-1", notification("turn/started", { turn: { id: "u-9", status: "inProgress" } })),
    by("a-1", message("m", "Seven.")),
    by("a-1", ended()),
    by("a-1", message("m", "Eight.")),
    by("a-1", failedWith({ message: "no capacity" })),
  ];
  expect(translated(pieces)).toEqual([
    {
      type: "agent.started",
      agent_id: "a-1",
      parent_id: "t-1",
      name: "/agents/counter",
      model: "gpt-6-sol",
    },
    { type: "agent.event", agent_id: "a-1", event: { type: "turn.started" } },
    said("a-1", "item_0", "Seven."),
    {
      type: "agent.completed",
      agent_id: "a-1",
      status: "completed",
      final_message: "Seven.",
      error: null,
      usage: NO_USAGE,
    },
    said("a-1", "item_1", "Eight."),
    {
      type: "agent.completed",
      agent_id: "a-1",
      status: "failed",
      final_message: "Eight.",
      error: "no capacity",
      usage: NO_USAGE,
    },
  ]);
});

test("an agent's own agents are told, a thread that no item names is not", () => {
  const pieces = [
    completed(spawn("a-1")),
    by("a-1", started(spawn("a-2", "a-1"))),
    by("a-2", message("m", "Deep down.")),
    by("b-1", completed(spawn("b-2"))),
    by("b-2", message("m", "Somebody else's.")),
    notification("configWarning", { summary: "of the connection", threadId: undefined }),
  ];
  const begun = { type: "agent.started", name: null, model: null };
  expect(translated(pieces)).toEqual([
    { ...begun, agent_id: "a-1", parent_id: "t-1" },
    expect.objectContaining({ type: "agent.event", agent_id: "a-1" }),
    { ...begun, agent_id: "a-2", parent_id: "a-1" },
    said("a-2", "item_0", "Deep down."),
  ]);
});

test("the number of agents is bounded", () => {
  const ids = Array.from({ length: 1100 }, (_, at) => `a-${String(at)}`);
  expect(translated([completed(spawn(...ids))])).toHaveLength(1000);
});

test("diffs of agents come with --include diff", () => {
  const changes = [{ path: "/r/a", kind: { type: "add" }, diff: "one\n" }];
  const change = { type: "fileChange", id: "f", status: "completed", changes };
  const [, event] = translated([completed(spawn("a-1")), by("a-1", completed(change))], ["diff"]);
  expect(event).toMatchObject({
    event: { item: { changes: [{ path: "/r/a", kind: "add", diff: "one\n" }] } },
  });
});
