import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { ServerRateLimits } from "../../src/protocol/limits.js";
import { RpcError } from "../../src/rpc/peer.js";
import { readQuota, requireQuota, quotaError } from "../../src/session/quota.js";

const TEN_LEFT: ServerRateLimits = {
  limitId: "codex",
  primary: { usedPercent: 90, resetsAt: 2_000_000_000 },
  secondary: { usedPercent: 5, resetsAt: 2_000_043_200 },
};
const EMPTY: ServerRateLimits = { limitId: "codex_other", primary: { usedPercent: 100 } };

describe("work may begin", () => {
  test.each([
    ["with more than enough", 5],
    ["with exactly enough", 10],
    ["with anything", 0],
  ])("%s", async (_, atLeast) => {
    expect(await outcome([TEN_LEFT], atLeast)).toEqual({ limits: TEN_LEFT, warnings: [] });
  });

  test("with a limit at its end that is metered apart", async () => {
    expect(await outcome([TEN_LEFT, EMPTY], 10)).toEqual({ limits: TEN_LEFT, warnings: [] });
  });

  test("with nothing left when nothing was asked for", async () => {
    expect(await outcome([EMPTY], 0)).toEqual({ limits: EMPTY, warnings: [] });
  });
});

describe("work may not begin", () => {
  test.each<[string, ServerRateLimits, number, string, string | null]>([
    [
      "with too little",
      TEN_LEFT,
      15,
      "10% of the usage limit is left, less than the 15% asked for",
      "2033-05-18T03:33:20.000Z",
    ],
    [
      "with a hair too little",
      TEN_LEFT,
      10.1,
      "10% of the usage limit is left, less than the 10.1% asked for",
      "2033-05-18T03:33:20.000Z",
    ],
    [
      "with nothing",
      EMPTY,
      0.5,
      "0% of the usage limit is left, less than the 0.5% asked for",
      null,
    ],
    [
      "with room in the windows and the limit reached for another reason",
      { ...TEN_LEFT, rateLimitReachedType: "workspace_owner_credits_depleted" },
      1,
      "0% of the usage limit is left, less than the 1% asked for",
      "2033-05-18T03:33:20.000Z",
    ],
  ])("%s", async (_, limits, atLeast, message, resetsAt) => {
    expect(await outcome([limits], atLeast)).toEqual({
      error: new CliError("usage_limit", message, { resetsAt }),
      warnings: [],
    });
  });

  test("and is told when to try again, where that is known", () => {
    const error = quotaError({ percent: 2.5, resetsAt: "2033-05-18T03:33:20.000Z" }, 5);
    expect([error.kind, error.message, error.resetsAt, error.hint]).toEqual([
      "usage_limit",
      "2.5% of the usage limit is left, less than the 5% asked for",
      "2033-05-18T03:33:20.000Z",
      undefined,
    ]);
  });
});

describe("work begins with a warning", () => {
  test("where the server reports no limits", async () => {
    expect(await outcome([{ limitId: "codex", primary: null }], 15)).toEqual({
      limits: { limitId: "codex", primary: null },
      warnings: ["--min-quota cannot be checked: the server reports no limits"],
    });
  });

  test("where it knows of credits alone", async () => {
    const limits = { credits: { hasCredits: true, unlimited: false, balance: "5" } };
    expect(await outcome([limits], 15)).toEqual({
      limits,
      warnings: ["--min-quota cannot be checked: the server reports no limits"],
    });
  });

  test("where it refuses to tell, with its reason", async () => {
    const refusal = new RpcError("account/rateLimits/read", {
      code: -32600,
      message: "who are you",
    });
    expect(await outcome(refusal, 15)).toEqual({
      limits: undefined,
      warnings: [
        "--min-quota cannot be checked: account/rateLimits/read: who are you (code -32600)",
      ],
    });
  });

  test("where it does not answer in time", async () => {
    const late = "no response to account/rateLimits/read within 60 s";
    expect(await outcome(new CliError("server_unreachable", late), 15)).toEqual({
      limits: undefined,
      warnings: [`--min-quota cannot be checked: ${late}`],
    });
  });
});

test("a server that is gone is not asked to work", async () => {
  const gone = new CliError("server_crashed", "codex app-server ended");
  expect(await outcome(gone, 15)).toEqual({ error: gone, warnings: [] });
});

/** The result of --min-quota with a server that responds like this. */
async function outcome(says: ServerRateLimits[] | Error, atLeast: number) {
  const readLimits = (): Promise<ServerRateLimits[]> =>
    says instanceof Error ? Promise.reject(says) : Promise.resolve(says);
  const warnings: string[] = [];
  const notes = { warn: (text: string) => void warnings.push(text), note: () => undefined };
  const server = { accounts: () => Promise.resolve({ readLimits }) } as unknown as AppServer;
  try {
    const limits = await readQuota(server, notes);
    if (limits !== undefined) requireQuota(limits, atLeast, notes);
    return { limits, warnings };
  } catch (error) {
    return { error, warnings };
  }
}
