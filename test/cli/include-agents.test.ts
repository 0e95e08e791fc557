import { appendFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withEngine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";

/** The agents' events, with a name for each thread, and the text of a message. */
function agentLines(events: readonly Event[]): string[] {
  const names = new Map<unknown, string>();
  return events.flatMap((event) => {
    const { type, thread_id, agent_id, parent_id, event: inner, final_message } = event;
    if (type === "thread.started") names.set(thread_id, "root");
    if (type === "agent.started") names.set(agent_id, `agent ${String(names.size)}`);
    if (!type.startsWith("agent.")) return [];
    const { type: innerType, item } = (inner ?? {}) as Event;
    const text = (item as Event | undefined)?.["text"] ?? final_message;
    const words = [names.get(agent_id), type, names.get(parent_id), innerType, text];
    return [words.flatMap((word) => (typeof word === "string" ? [word] : [])).join(" ")];
  });
}

const SEVEN = [
  "agent 1 agent.started root",
  "agent 1 agent.event turn.started",
  "agent 1 agent.event item.completed Seven letters.",
  "agent 1 agent.completed Seven letters.",
];
const AGAIN = [
  "agent 1 agent.event turn.started",
  "agent 1 agent.event item.completed Still seven.",
  "agent 1 agent.completed Still seven.",
];

test.each([
  ["sub-agents", [...SEVEN, ...AGAIN]],
  ["sub-agents-v2", SEVEN],
])("--include agents shows what the agents of %s do", async (scenario, expected) => {
  await withEngine({ scenario }, async (engine) => {
    const args = ["run", "--json", "--include", "agents", "Go."];
    const { stdout } = await runCli(args, engine);
    expect(agentLines(readLines(stdout))).toEqual(expected);
  });
});

const HOOKS = `
[[hooks.SessionStart]]
[[hooks.SessionStart.hooks]]
type = "command"
command = "true"
[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = "exit 1"
`;

test("the hooks of codex are counted", async () => {
  const scenario = { description: "One line.", responses: [{ say: [{ text: "Done." }] }] };
  await withEngine({ scenario }, async (engine) => {
    appendFileSync(join(engine.env["CODEX_HOME"] ?? "", "config.toml"), HOOKS);
    const flags = ["--json", "--turnpipe-events", "--dangerously-bypass-hook-trust"];
    const { stdout } = await runCli(["exec", ...flags, "Go."], engine);
    expect(readLines<Event>(stdout).at(-1)?.["work"]).toMatchObject({
      hooks_run: 2,
      hooks_failed: 1,
    });
  });
});
