import type { Finished } from "../helpers/run-cli.js";
import { expectRun, expectThat } from "./expectation.js";
import { READ, type Check, type Release } from "./release.js";

type Checks = Readonly<Record<string, Check>>;

/** The thread that is checked, once it has begun. */
interface Thread {
  id: string;
}

/** On one stored thread, from its first turn to its archive. */
export function threadChecks(): Checks {
  const thread: Thread = { id: "none" };
  return { ...beginning(thread), ...continuing(thread), ...changing(thread) };
}

const beginning = (thread: Thread): Checks => ({
  async run({ turnpipe }) {
    const finished = await turnpipe(...READ, "First.");
    thread.id = threadIdIn(finished);
    expectRun(finished, { exit: 0, has: [...FIRST_TURN, '"type":"turn.completed"'] });
  },
  async list({ turnpipe }) {
    const finished = await turnpipe("threads", "list", "--json");
    expectRun(finished, { exit: 0, has: [`"id":"${thread.id}"`, "First."] });
  },
  async show({ turnpipe }) {
    const finished = await turnpipe("threads", "show", thread.id, "--turns");
    expectRun(finished, { exit: 0, has: ["First.", "Done."] });
  },
  async rename({ turnpipe }) {
    expectRun(await turnpipe("threads", "rename", thread.id, "tea"), { exit: 0 });
  },
});

const continuing = (thread: Thread): Checks => ({
  async "resume by id"(release) {
    expectThread(await resumed(release, thread.id, "Next."), thread.id);
  },
  async "resume by name"(release) {
    expectThread(await resumed(release, "tea", "Next."), thread.id);
  },
  async "resume last"({ turnpipe }) {
    const latest = await turnpipe(...READ, "Later.");
    const finished = await turnpipe("resume", "--last", "Next.", "--json");
    expectRun(finished, { exit: 0, has: FIRST_TURN });
    expectThread(finished, threadIdIn(latest));
    expectThat(threadIdIn(latest) !== thread.id, "it is no thread of its own", latest);
  },
  async "limits on a resumed thread"(release) {
    const limits = ["--max-steps", "1", "--max-tokens", "150"];
    expectThread(await resumed(release, thread.id, "Removed.", ...limits), thread.id);
  },
  async fork(release) {
    const finished = await resumed(release, "--fork", thread.id, "Next.");
    expectThat(threadIdIn(finished) !== thread.id, "it is the same thread", finished);
  },
});

const changing = (thread: Thread): Checks => ({
  async rollback({ turnpipe }) {
    expectRun(await turnpipe("threads", "rollback", thread.id), { exit: 0 });
    const finished = await turnpipe("threads", "show", thread.id, "--turns");
    expectRun(finished, { exit: 0, has: ["First."] });
    expectThat(!finished.stdout.includes("Removed."), "the turn is still there", finished);
  },
  async compact({ engine, turnpipe }) {
    const before = engine.model.requests.length;
    const finished = await turnpipe("threads", "compact", thread.id);
    expectRun(finished, { exit: 0 });
    const isAsked = engine.model.requests.length > before;
    expectThat(isAsked, "the model was not asked for a summary", finished);
  },
  async archive({ turnpipe }) {
    expectRun(await turnpipe("threads", "archive", thread.id), { exit: 0 });
    const finished = await turnpipe("threads", "list", "--json", "--all-dirs");
    expectRun(finished, { exit: 0 });
    const isListed = finished.stdout.includes(`"id":"${thread.id}"`);
    expectThat(!isListed, "it is still listed", finished);
  },
  async unarchive({ turnpipe }) {
    expectRun(await turnpipe("threads", "unarchive", thread.id), { exit: 0 });
    const finished = await turnpipe("threads", "list", "--json", "--all-dirs");
    expectRun(finished, { exit: 0, has: [`"id":"${thread.id}"`] });
  },
});

/** Resumes the thread; the model has to be told what was said in its first turn. */
async function resumed({ engine, turnpipe }: Release, ...args: string[]): Promise<Finished> {
  const finished = await turnpipe("resume", ...args, "--json");
  expectRun(finished, { exit: 0, has: FIRST_TURN });
  const asked = engine.model.requests.findLast(({ path }) => path.endsWith("/responses"));
  const said = JSON.stringify(asked?.body ?? null);
  expectThat(said.includes("First."), "the model was not told the first prompt", finished);
  return finished;
}

const expectThread = (finished: Finished, id: string): void =>
  expectThat(threadIdIn(finished) === id, "it is another thread", finished);

const threadIdIn = ({ stdout }: Finished): string =>
  /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? "none";

const FIRST_TURN = ['"text":"Done."', '"turn_usage":{"input_tokens":100,'];
