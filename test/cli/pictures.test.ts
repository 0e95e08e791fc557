import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { drawPictures, PICTURES, withoutVariables } from "../pictures/draw.js";

test("the pictures show what a terminal shows today (else: npm run pictures)", async () => {
  for (const [name, svg] of Object.entries(await drawPictures())) {
    const stored = await readFile(new URL(name, PICTURES), "utf8");
    expect(withoutVariables(stored), name).toBe(withoutVariables(svg));
  }
});
