import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { bundle } from "./bundle.js";

let outdir: string;

beforeEach(async () => {
  outdir = await mkdtemp(join(tmpdir(), "turnpipe-build-"));
});

afterEach(async () => {
  await rm(outdir, { recursive: true, force: true });
});

test("yargs is bundled without the emoji pattern that is slow to load", async () => {
  await bundle({ turnpipe: "yargs" }, outdir);
  const script = await readFile(join(outdir, "turnpipe.js"), "utf8");
  expect({
    hasYargs: script.includes("yargs"),
    hasOurWrap: script.includes("Extended_Pictographic"),
    hasSlowPattern: script.includes("RGI_Emoji"),
  }).toEqual({ hasYargs: true, hasOurWrap: true, hasSlowPattern: false });
});

test("others keep the text measuring they asked for", async () => {
  await bundle({ turnpipe: "ora" }, outdir);
  expect(await readFile(join(outdir, "turnpipe.js"), "utf8")).toContain("RGI_Emoji");
});
