import { expect, test } from "vitest";

import { SURFACES } from "../fuzz/growth-surfaces.js";
import { KINDS, growsFaster } from "../fuzz/growth.js";

/** These go over a text many times: here for a part of the kinds, for all of them in `npm run fuzz`. */
const MANY_TIMES = ["narrator", "transcript", "approvalPrompt", "formats", "command", "framing"];
const PART = [...KINDS.keys()].filter((_, at) => at % 6 === 0);
/** These take many steps for each character. */
const LONG = new Set(["redactDeltas", "hookScript", "wrapText", "table"]);

const each = Object.keys(SURFACES).filter((name) => !MANY_TIMES.includes(name));

test.each(each)("%s takes at most twice the steps for twice the text", (name) => {
  expect(growsFaster(name, LONG.has(name) ? 300 : 900)).toEqual([]);
});

test.each(MANY_TIMES)("%s takes at most twice the steps for twice some texts", (name) => {
  expect(growsFaster(name, 900, PART)).toEqual([]);
});
