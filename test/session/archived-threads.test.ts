import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { refuseResumingArchived } from "../../src/session/archived-threads.js";

/** What a server is asked for, for a thread in this file, and the error. */
async function refused(path: string): Promise<unknown[]> {
  const asked: string[] = [];
  const server = {
    readThread: (id: string) => {
      asked.push(id);
      return path === "" ? Promise.reject(new Error("not found")) : Promise.resolve({ id, path });
    },
  };
  const error: unknown = await refuseResumingArchived(server, "t-0").catch(
    (thrown: unknown) => thrown,
  );
  return [asked, error];
}

const ARCHIVED = "/home/archived_sessions/rollout.jsonl";

test("a thread in the archive is refused", async () => {
  expect(await refused(ARCHIVED)).toEqual([
    ["t-0"],
    new CliError("refused", "the thread t-0 is archived", {
      hint: "unarchive it first: turnpipe threads unarchive t-0",
    }),
  ]);
});

test.each(["/home/sessions/rollout.jsonl", ""])("any other is not: %j", async (path) => {
  expect(await refused(path)).toEqual([["t-0"], undefined]);
});
