import { expect, test } from "vitest";

import { check } from "../../../commands/doctor/check.js";
import { CliError } from "../../../src/outcome/errors.js";
import { RpcError } from "../../../src/rpc/peer.js";

const limits = (ms = 4000) => ({ ms, stop: new AbortController().signal });
const ROW = { check: "git", hint: null, cause: null, details: {} };

test("a check result is a row, with status ok by default", async () => {
  const rows = [
    await check("git", limits(), () => ({ summary: "there" })),
    await check("git", limits(), () =>
      Promise.resolve({ status: "warn", summary: "old" } as const),
    ),
  ];
  expect(rows).toEqual([
    { record: { ...ROW, status: "ok", summary: "there" }, cause: undefined },
    { record: { ...ROW, status: "warn", summary: "old" }, cause: undefined },
  ]);
});

test.each([
  [new CliError("sandbox", "no", { hint: "do" }), { summary: "no", hint: "do", cause: "sandbox" }],
  [
    new RpcError("a/b", { code: 1, message: "no" }),
    { summary: "a/b: no (code 1)", cause: "refused" },
  ],
  [new TypeError("oops"), { summary: "oops", cause: "bug" }],
])("what is thrown is a failure: %s", async (error, said) => {
  const look = () => {
    throw error;
  };
  expect(await check("git", limits(), look, { details: { path: "/x" } })).toEqual({
    record: { ...ROW, status: "fail", ...said, details: { path: "/x" } },
    cause: said.cause,
  });
});

test("a wait without end is a failure of the cause that was named", async () => {
  const never = () => new Promise<never>(() => undefined);
  expect(await check("git", limits(20), never, { late: "server_unreachable" })).toEqual({
    record: {
      ...ROW,
      status: "fail",
      summary: "no answer within 0.02 s",
      cause: "server_unreachable",
    },
    cause: "server_unreachable",
  });
});

test("an abort is not a failure of the check", async () => {
  const stop = new AbortController();
  const reason = new CliError("interrupted", "stopped by SIGINT");
  const look = () => {
    stop.abort(reason);
    return new Promise<never>(() => undefined);
  };
  await expect(check("git", { ms: 4000, stop: stop.signal }, look)).rejects.toBe(reason);
});
