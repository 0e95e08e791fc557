import { expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import { withSession } from "../../src/session/session.js";
import { TurnRunner, type TurnRequest } from "../../src/turn/turn-runner.js";
import { readTurn, turnNames, type Turn } from "../helpers/fixture.js";
import { playedTransport, includesOf, saidBy, scopeOf } from "../helpers/memory-transport.js";
import { threadParams, turnParams } from "../helpers/requests.js";

const REQUEST: TurnRequest = {
  thread: { kind: "new", params: threadParams("/workdir"), rules: "own" },
  task: { kind: "turn", params: turnParams("/workdir") },
};

test.each(turnNames())(
  "%s: a session tells its golden and asks what was recorded",
  async (name) => {
    const turn = readTurn(name);
    const { threadId, turnId } = scopeOf(turn.wire);
    expect(await played(turn)).toEqual({
      emitted: turn.events.slice(0, -1),
      status: turn.events.at(-1)?.type === "turn.completed" ? "completed" : "failed",
      names: { threadId, turnId },
      asked: saidBy("client", turn.wire).map(({ method }) => method),
      notes: [],
    });
  },
);

async function played({ wire, args }: Turn) {
  const transport = playedTransport(wire);
  const emitted: ThreadEvent[] = [];
  const onNotification: string[] = [];
  const include = includesOf(args);
  const stop = new AbortController().signal;
  const notes = { warn: (text: string) => void onNotification.push(text), note: () => undefined };
  const run = new TurnRunner({
    include,
    emit: async (event) => void emitted.push(event),
    notes,
    stop,
  });
  const wanted = {
    deltas: include.has("deltas"),
    diff: include.has("diff"),
    mcp: include.has("mcp"),
    raw: include.has("raw"),
  };
  const end = await withSession(transport, { wanted, stop, notes }, async (session) => {
    const played = await run.runFirst(session, REQUEST);
    await run.unsubscribe(session);
    return played;
  });
  const asked = transport.sent.map(({ method }) => method);
  return { emitted, status: end?.status, names: run.ids, asked, notes: onNotification };
}
