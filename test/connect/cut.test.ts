import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { cuttingProxy } from "../helpers/loopback.js";
import type { Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const CUTS = 50;

/** The same short turn, as often as it is run. */
const TURNS: Scenario = {
  description: "Fifty times a message, a command, and an answer.",
  responses: Array.from({ length: CUTS + 1 }, () => [
    { say: [{ text: "First a command." }, { exec: "echo one" }] },
    { say: [{ text: "That was all." }] },
  ]).flat(),
};

test(`a turn that is cut off at one of ${CUTS} points goes on, and no event is lost or repeated`, async () => {
  await withEngine({ scenario: TURNS }, async (engine) => {
    const { bytes, events: whole } = await runThrough(engine, Infinity);
    const cuts = Array.from({ length: CUTS }, (_, at) =>
      Math.ceil((bytes * (at + 1)) / (CUTS + 1)),
    );
    for (const cutAfter of cuts) {
      const { events, connections, exit } = await runThrough(engine, cutAfter);
      expect({ cutAfter, exit, connections, events }).toEqual({
        ...{ cutAfter, exit: 0, connections: 2 },
        events: whole,
      });
    }
  });
});

/** Runs a turn through a proxy that cuts the connection. */
async function runThrough({ address = "", workdir, env }: Engine, cutAfter: number) {
  const proxy = await cuttingProxy(address, { cutAfter });
  try {
    const args = ["run", "--json", "--include", "deltas", "--connect", proxy.address, "Go"];
    const { exit, stdout } = await runCli(args, { cwd: workdir, env });
    const { bytes, connections } = proxy;
    return {
      exit,
      bytes,
      connections,
      events: readLines<Event>(stdout).filter(isWhole).map(withoutTimes),
    };
  } finally {
    await proxy.close();
  }
}

/** Output that arrived while there was no connection is only in the command's end. */
const isWhole = ({ type, item_type: item }: Event): boolean =>
  type !== "item.delta" || item === "agent_message";

/** An event without what differs from turn to turn. */
function withoutTimes(event: Event): unknown {
  const text = JSON.stringify(event, (key, value: unknown) =>
    /^(?:duration_ms|thread_id|turn_id|raw_id|item_id)$/.test(key) ? null : value,
  );
  return JSON.parse(text);
}
