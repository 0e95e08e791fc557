import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Scenario } from "../../src/demo/scenario.js";
import { ThreadEvent } from "../../src/dialect/events.js";
import { NO_WORK } from "../helpers/conversation.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import type { CliOptions, Finished } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

type Part = Extract<Scenario["responses"][number], { say: unknown }>["say"][number];

/** A command that wants out of the sandbox. */
export const wants = (cmd: string, justification = "need it"): Part => ({
  call: "exec_command",
  arguments: { cmd, sandbox_permissions: "require_escalated", justification },
});

export const PATCH: Part = {
  patch: "*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch\n",
};

const TOOLS = {
  "mcp_servers.tools.command": '"node"',
  "mcp_servers.tools.args": '["{mcp_server}"]',
  "mcp_servers.tools.required": "true",
  "mcp_servers.tools.default_tools_approval_mode": '"prompt"',
};

/** A model that says these things one after the other, and then that it is done. */
export const saying = (...parts: readonly Part[]): Scenario => ({
  description: "An agent that wants more than a read-only sandbox allows.",
  // A turn without tool calls need not wait for their server.
  config: parts.some((part) => "namespace" in part) ? TOOLS : {},
  responses: [...parts.map((part) => ({ say: [part] })), { say: [{ text: "Done." }] }],
  then: "repeat-last",
});

export const ECHO: Part = { call: "echo", namespace: "mcp__tools", arguments: { text: "hi" } };

/** Asks for a command, a new file and a tool call. */
export const THREE = saying(wants("touch made.txt"), PATCH, ECHO);

/** Asks for one command. */
export const ONE = saying(wants("touch made.txt"));

export const ASKING = ["-s", "read-only", "--json", "--include", "approvals"];

/** How a run went: every line is checked against the dialect, and what is in the way is left out. */
export async function asked(engine: Engine, args: readonly string[], options: CliOptions = {}) {
  const place = placeOf(engine);
  const env = { ...place.env, ...options.env };
  return outcome(
    engine,
    await runCli(["run", ...ASKING, ...args, "Go"], { ...place, ...options, env }),
  );
}

export function outcome({ workdir }: Engine, { stdout, ...rest }: Finished) {
  const events = readLines<Event>(stdout).map((line) => {
    ThreadEvent.parse(line);
    return line;
  });
  const last = events.at(-1);
  return {
    ...rest,
    thread: events[0]?.["thread_id"],
    end: last?.type,
    terminals: events.filter(({ type }) => /^turn\.(completed|failed)$/.test(type)).length,
    work: last?.["work"],
    error: last?.["error"],
    requested: events.filter(({ type }) => type === "approval.requested"),
    decided: events.filter(({ type }) => type === "approval.resolved"),
    items: events.filter(({ type }) => type === "item.completed").map(({ item }) => item),
    made: ["made.txt", "new.txt"].filter((name) => existsSync(join(workdir, name))),
  };
}

/** Writes the user's own config file, and gives back the environment that has it read. */
export async function userConfig(engine: Engine, config: unknown): Promise<Record<string, string>> {
  const dir = join(engine.dir, "xdg");
  await mkdir(join(dir, "turnpipe"), { recursive: true });
  await writeFile(join(dir, "turnpipe", "config.json"), JSON.stringify(config));
  return { XDG_CONFIG_HOME: dir };
}

/** An `approval.resolved`, whole. */
export const decision = (
  request_id: number,
  kind: string,
  decided: string,
  reason: string,
  subject: string,
) => ({ type: "approval.resolved", request_id, kind, decision: decided, reason, subject });

/** What the two questions that name no path are about. */
export const RUN = "run: /bin/bash -lc 'touch made.txt'";
export const CALL = 'call: tools/echo {"text":"hi"}';

/** The work of a turn, of which only this is not nothing. */
export const work = (some: Readonly<Record<string, number>>) => ({ ...NO_WORK, ...some });
