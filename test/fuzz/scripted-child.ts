import type { WireMessage } from "../helpers/fixture.js";
import { fakeChild, type FakeChild } from "../helpers/launchers.js";
import { lineOf, type Act } from "./script.js";

/** How a server answers what the recording has no answer for. */
export type Stored =
  "silent" | "refuses" | "running" | "completed" | "failed" | "nonsense" | "idle";
export const STORED: readonly Stored[] = [
  ...(["silent", "refuses", "running", "completed", "failed", "nonsense", "idle"] as const),
];

interface Scripted extends Pick<FakeChild, "process" | "isOver"> {
  readonly toldEnd: () => boolean;
}

/** A server that plays acts, each when its turn has come. */
export function scriptedChild(
  { acts, stored, stubborn }: { acts: readonly Act[]; stored: Stored; stubborn: boolean },
  signal: (name: NodeJS.Signals) => void,
): Scripted {
  const left = [...acts];
  const ids = new Map<unknown, WireMessage["id"]>();
  let toldEnd = false;
  let stalled = false;

  const say = (line: string): void => {
    toldEnd ||= line.includes("turn/completed");
    child.say(line);
  };
  const speak = (): void => {
    while (!stalled && left.length > 0 && left[0]?.kind !== "hear") perform(left.shift()!);
  };
  const perform = (act: Act): void => {
    if (act.kind === "say") say(cut(lineOf(withOwnId(act.message, ids)), act.cutAt));
    else if (act.kind === "babble") say(act.text);
    else if (act.kind === "die") child.die(act.code, act.signal);
    else if (act.kind === "closeStdout") child.closeStdout();
    else if (act.kind === "stall") stalled = true;
    else if (act.kind === "signal") signal(act.signal);
  };
  const hear = (line: string): void => {
    const { id, method } = JSON.parse(line) as WireMessage;
    if (stalled) return;
    const next = left[0];
    if (next?.kind === "hear" && next.method === method) {
      left.shift();
      ids.set(next.id, id);
      queueMicrotask(speak);
    } else if (method !== undefined && id !== undefined) {
      const response = replyOf(stored, method);
      toldEnd ||= stored === "completed" || stored === "idle";
      if (response !== undefined) queueMicrotask(() => say(lineOf({ id, ...response })));
    }
  };
  // Obeys the end of its input, as a server does; a stubborn one only what nobody can disobey.
  const child: FakeChild = fakeChild({
    hear,
    endInput: () => {
      if (!stubborn) child.die(0, null);
    },
    ignores: () => stubborn,
  });
  // What it says before it was asked anything.
  queueMicrotask(speak);
  return { process: child.process, isOver: child.isOver, toldEnd: () => toldEnd };
}

/** A reply goes to the request it was recorded for, whatever number that has now. */
function withOwnId(message: unknown, ids: ReadonlyMap<unknown, unknown>): unknown {
  const said = message as WireMessage;
  if (typeof message !== "object" || message === null) return message;
  return said.method === undefined && ids.has(said.id) ? { ...said, id: ids.get(said.id) } : said;
}

const cut = (line: string, at: number | undefined): string =>
  at === undefined ? line : line.slice(0, Math.floor(line.length * at));

/** What is known of the turn, by a server that was asked. */
function replyOf(stored: Stored, method: string): object | undefined {
  const turn = { id: TURN, items: [], itemsView: "full" };
  switch (stored) {
    case "silent":
      return undefined;
    case "refuses":
      return { error: { code: -32601, message: `unknown variant \`${method}\`` } };
    case "running":
      return { result: { data: [{ ...turn, status: "inProgress" }] } };
    case "completed":
      return { result: { data: [{ ...turn, status: "completed" }] } };
    case "failed":
      return { result: { data: [{ ...turn, status: "failed", error: { message: "no" } }] } };
    case "nonsense":
      return { result: { data: "?", thread: 7 } };
    case "idle":
      return method === "thread/read"
        ? { result: { thread: { status: { type: "idle" } } } }
        : { error: { code: -32603, message: "not stored" } };
  }
}

/** The turn of every recording. */
const TURN = "00000000-0000-7000-8000-000000000002";
