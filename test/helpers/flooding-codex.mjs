#!/usr/bin/env node
// A stand-in for `codex app-server` whose one turn says FLOOD_LINES messages of FLOOD_BYTES each, as fast
// as they are taken, and ends; or ends early when it is interrupted. It tells FLOOD_LOG when nobody has
// taken anything for a while ("held up"), and when it is told to stop ("interrupted").
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { FLOOD_LINES = "0", FLOOD_BYTES = "0", FLOOD_LOG = "/dev/null" } = process.env;
const OURS = { threadId: "thread-1", turnId: "turn-1" };
const PATIENCE_MS = 500;
let interrupted = false;

const note = (text) => appendFileSync(FLOOD_LOG, `${text}\n`);
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const REPLIES = {
  initialize: { userAgent: "codex_exec/0.166.0 (Linux; x86_64)" },
  "thread/start": {
    thread: { id: OURS.threadId },
    model: "scripted",
    modelProvider: "nobody",
    cwd: "/workdir",
    sandbox: { type: "readOnly" },
    approvalPolicy: "never",
  },
  "turn/start": { turn: { id: OURS.turnId } },
};

async function flood() {
  const fill = "x".repeat(Number(FLOOD_BYTES));
  for (let n = 0; n < Number(FLOOD_LINES) && !interrupted; n++) {
    const item = { type: "agentMessage", id: `m-${n}`, text: `${n} ${fill}` };
    if (say({ method: "item/completed", params: { ...OURS, item } })) continue;
    const bored = setTimeout(() => note("held up"), PATIENCE_MS);
    await once(process.stdout, "drain");
    clearTimeout(bored);
  }
  const turn = { id: OURS.turnId, status: interrupted ? "interrupted" : "completed" };
  say({ method: "turn/completed", params: { threadId: OURS.threadId, turn } });
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) say({ id, result: REPLIES[method] ?? {} });
    if (method === "turn/interrupt") {
      interrupted = true;
      note("interrupted");
    }
    if (method !== "turn/start") return;
    const turn = { id: OURS.turnId, status: "inProgress" };
    say({ method: "turn/started", params: { threadId: OURS.threadId, turn } });
    void flood();
  })
  // Also in the middle of the flood, which nobody wants any more.
  .on("close", () => process.kill(process.pid));
