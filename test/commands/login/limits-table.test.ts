import { expect, test } from "vitest";

import { limitsTable, windowName } from "../../../commands/login/limits-table.js";
import type { RateLimitsRecord } from "../../../src/dialect/records.js";

const NOW = Date.UTC(2027, 0, 2, 3, 4, 5);
const LIMIT: RateLimitsRecord = {
  limit_id: null,
  name: null,
  plan: null,
  primary: null,
  secondary: null,
  credits: null,
  reached: null,
};
const WINDOW = {
  used_percent: 12.5,
  remaining_percent: 87.5,
  window_minutes: null,
  resets_at: null,
};

test.each([
  [null, ""],
  [300, "5h"],
  [10_080, "7d"],
  [1_440, "1d"],
  [90, "90m"],
])("a window of %s minutes is called %j", (minutes, name) => {
  expect(windowName(minutes)).toBe(name);
});

const plain = (limits: readonly RateLimitsRecord[], columns?: number): string =>
  limitsTable(limits, { columns, paint: (_, text) => text, now: NOW });

test("no limits are no lines, also on a terminal", () => {
  expect([plain([]), plain([], 80)]).toEqual(["", ""]);
});

test("each limit goes by the best name it has", () => {
  const limits = [
    { ...LIMIT, primary: WINDOW },
    { ...LIMIT, limit_id: "codex", secondary: WINDOW },
    { ...LIMIT, limit_id: "codex_other", name: "Other", primary: WINDOW },
  ];
  expect(plain(limits)).toBe(
    "account\t\t12.5\t87.5\t\ncodex\t\t12.5\t87.5\t\nOther\t\t12.5\t87.5\t\n",
  );
});

test.each<[string, RateLimitsRecord["credits"], string]>([
  ["none", { has_credits: false, unlimited: false, balance: null }, ""],
  ["some", { has_credits: true, unlimited: false, balance: null }, "account\tcredits\t\tsome\t\n"],
  ["so many", { has_credits: true, unlimited: false, balance: "7" }, "account\tcredits\t\t7\t\n"],
  [
    "no end of them",
    { has_credits: true, unlimited: true, balance: null },
    "account\tcredits\t\tunlimited\t\n",
  ],
])("of credits there are %s", (_, credits, line) => {
  expect(plain([{ ...LIMIT, credits }])).toBe(line);
});

test("people get percents and how long it takes", () => {
  const resets_at = new Date(NOW + 65 * 60_000).toISOString();
  const table = plain([{ ...LIMIT, primary: { ...WINDOW, window_minutes: 300, resets_at } }], 80);
  expect(table.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "…")).toBe(
    "LIMIT    WINDOW  USED   LEFT   RESETS\n" + "account  5h      12.5%  87.5%  … (in 1h 5m)\n",
  );
});
