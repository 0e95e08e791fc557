import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import { createLauncher } from "../../src/process/launcher.js";
import { serverSpec, wantedBy } from "../../src/session/server-spec.js";
import { withSession, type Session } from "../../src/session/session.js";
import { stdioTransport } from "../../src/transport/stdio.js";
import { runTurn } from "../../src/turn/run-turn.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { threadParams, turnParams } from "../helpers/requests.js";

const NAMES = ["alpha", "bravo", "charlie", "delta"];

/** Each turn runs a command that ends only when the commands of all turns run. */
const MEET: Scenario = {
  description: "turns that meet",
  responses: NAMES.flatMap((name) => [
    {
      when: `prompt-${name}`,
      say: [
        {
          exec: `touch meet/${name}; until [ $(ls meet | wc -l) = 4 ]; do sleep 0.05; done; echo ${name}`,
          yield_time_ms: 30_000,
        },
      ],
    },
    { when: `prompt-${name}`, say: [{ text: `the answer of ${name}` }] },
  ]),
};

const SILENT = { warn: () => undefined, note: () => undefined };
const OPTIONS = { codex: undefined, config: [], enable: [], disable: [], include: [] };

test("four turns run at the same time on one app-server, each with its own events", async () => {
  await withEngine({ scenario: MEET }, async (engine) => {
    mkdirSync(join(engine.workdir, "meet"));
    const options = { ...OPTIONS, diffFile: undefined };
    const spec = serverSpec(options, placeOf(engine));
    const launcher = createLauncher((pid, signal) => void process.kill(pid, signal));
    const stop = new AbortController().signal;
    const run = async (session: Session, name: string) => {
      const events: ThreadEvent[] = [];
      const emit = async (event: ThreadEvent): Promise<void> => void events.push(event);
      const input = [{ type: "text" as const, text: `prompt-${name}` }];
      const params = threadParams(engine.workdir, { sandbox: "danger-full-access" });
      const result = await runTurn(
        session,
        {
          thread: { kind: "new", params, rules: "own" },
          task: { kind: "turn", params: turnParams(engine.workdir, { input }) },
        },
        { include: new Set(), emit, notes: SILENT, stop },
      );
      const items = events.flatMap((event) => ("item" in event ? [event.item] : []));
      return {
        status: result?.status,
        answer: result?.finalMessage,
        types: events.map(({ type }) => type),
        outputs: items.flatMap((item) =>
          item.type === "command_execution" && item.status === "completed"
            ? [item.aggregated_output]
            : [],
        ),
      };
    };
    const transport = stdioTransport(launcher.launch(spec), spec.initialInput);
    const settings = { wanted: wantedBy(options), stop, notes: SILENT };
    const results = await withSession(transport, settings, (session) =>
      Promise.all(NAMES.map((name) => run(session, name))),
    );
    expect(results).toEqual(
      NAMES.map((name) => ({
        status: "completed",
        answer: `the answer of ${name}`,
        types: [
          ...["thread.started", "turn.started", "item.started", "item.completed"],
          "item.completed",
        ],
        outputs: [`${name}\n`],
      })),
    );
  });
});
