import { expect, test } from "vitest";

import { CLIENTS } from "./clients.js";
import { compareCheck } from "./compare.js";

const CHECKS = CLIENTS.flatMap((client) =>
  client.checks
    .filter(({ inTests }) => inTests === true)
    .map((check) => ({ client, check, name: client.name, does: check.name })),
);

test.each(CHECKS)("$name gives the same on turnpipe: $does", async ({ client, check }) => {
  expect({ ...(await compareCheck(client, check)), seconds: 0 }).toEqual({
    client: client.name,
    version: client.version,
    check: check.name,
    codex: "works",
    turnpipe: "works",
    same: true,
    expected: true,
    found: [],
    seconds: 0,
  });
});
