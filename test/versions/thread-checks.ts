import type { Finished } from "../helpers/run-cli.js";
import { expectRun, expectThat } from "./expectation.js";
import { READ, type Check, type Release } from "./release.js";

/** Whether the last request to the model had what was said in an earlier turn. */
const remembers = ({ engine }: Release, finished: Finished): void => {
  const asked = engine.model.requests.findLast(({ path }) => path.endsWith("/responses"));
  const said = JSON.stringify(asked?.body ?? null);
  expectThat(said.includes("First."), "the model was not told the first prompt", finished);
};

const threadIdIn = ({ stdout }: Finished): string =>
  /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? "none";

const FIRST_TURN = ['"text":"Done."', '"turn_usage":{"input_tokens":100,'];

/** On one stored thread, from its first turn to its archive. */
export function threadChecks(): Readonly<Record<string, Check>> {
  let id = "none";
  const continues =
    (...args: string[]): Check =>
    async (release) => {
      const finished = await release.turnpipe(...args.map((arg) => (arg === "ID" ? id : arg)));
      expectRun(finished, { exit: 0, has: FIRST_TURN });
      remembers(release, finished);
      expectThat(threadIdIn(finished) === id, "it is another thread", finished);
    };
  const prints =
    (args: readonly string[], ...has: string[]): Check =>
    async ({ turnpipe }) => {
      const finished = await turnpipe(...args.map((arg) => (arg === "ID" ? id : arg)));
      expectRun(finished, { exit: 0, has: has.map((text) => (text === "ID" ? id : text)) });
    };
  return {
    async run({ turnpipe }) {
      const finished = await turnpipe(...READ, "First.");
      id = threadIdIn(finished);
      expectRun(finished, { exit: 0, has: [...FIRST_TURN, '"type":"turn.completed"'] });
    },
    list: prints(["threads", "list", "--json"], "ID", "First."),
    show: prints(["threads", "show", "ID", "--turns"], "First.", "Done."),
    rename: prints(["threads", "rename", "ID", "tea"]),
    "resume by id": continues("resume", "ID", "Next.", "--json"),
    "resume by name": continues("resume", "tea", "Next.", "--json"),
    async "resume last"({ turnpipe }) {
      const latest = await turnpipe(...READ, "Later.");
      const finished = await turnpipe("resume", "--last", "Next.", "--json");
      expectRun(finished, { exit: 0, has: [...FIRST_TURN, threadIdIn(latest)] });
      expectThat(threadIdIn(latest) !== id, "it is no thread of its own", latest);
    },
    "limits on a resumed thread": continues(
      ...["resume", "ID", "Removed.", "--json", "--max-steps", "1", "--max-tokens", "150"],
    ),
    async fork(release) {
      const finished = await release.turnpipe("resume", "--fork", id, "Next.", "--json");
      expectRun(finished, { exit: 0, has: FIRST_TURN });
      remembers(release, finished);
      expectThat(threadIdIn(finished) !== id, "it is the same thread", finished);
    },
    async rollback({ turnpipe }) {
      expectRun(await turnpipe("threads", "rollback", id), { exit: 0 });
      const finished = await turnpipe("threads", "show", id, "--turns");
      expectRun(finished, { exit: 0, has: ["First."] });
      expectThat(!finished.stdout.includes("Removed."), "the turn is still there", finished);
    },
    async compact({ engine, turnpipe }) {
      const before = engine.model.requests.length;
      const finished = await turnpipe("threads", "compact", id);
      expectRun(finished, { exit: 0 });
      const isAsked = engine.model.requests.length > before;
      expectThat(isAsked, "the model was not asked for a summary", finished);
    },
    async archive({ turnpipe }) {
      expectRun(await turnpipe("threads", "archive", id), { exit: 0 });
      const finished = await turnpipe("threads", "list", "--json", "--all-dirs");
      expectRun(finished, { exit: 0 });
      expectThat(!finished.stdout.includes(`"id":"${id}"`), "it is still listed", finished);
    },
    async unarchive({ turnpipe }) {
      expectRun(await turnpipe("threads", "unarchive", id), { exit: 0 });
      const finished = await turnpipe("threads", "list", "--json", "--all-dirs");
      expectRun(finished, { exit: 0, has: [`"id":"${id}"`] });
    },
  };
}
