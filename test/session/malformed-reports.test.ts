import { expect, test } from "vitest";

import { malformedReports } from "../../src/session/malformed-reports.js";

test("12,000 lines of noise make ten warnings: a few of them, then their number", () => {
  const warnings: string[] = [];
  const note = () => undefined;
  const report = malformedReports({ warn: (text) => warnings.push(text), note });
  for (let count = 1; count <= 12_000; count++) report(`noise ${count}`);
  const so = (count: number) =>
    `ignored ${count} messages from the server so far, the last one: noise ${count}`;
  expect(warnings).toEqual([
    ...[1, 2, 3, 4, 5].map((count) => `ignored a message from the server: noise ${count}`),
    "more such messages are only counted",
    ...[10, 100, 1000, 10_000].map(so),
  ]);
});
