import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import { placeOf, withEngine } from "../helpers/engine.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";
import { answer, raw, reviewer } from "./reviewer.js";

const SAID = "cannot write stdout: no space left on device";

test.each([
  ["run", reviewer("An answer."), ["run", "Go."], true, { exit: 1, says: true }],
  ["a review that passes", reviewer(answer()), ["review"], true, { exit: 1, says: true }],
  ["a review of nothing", reviewer(answer()), ["review"], false, { exit: 1, says: true }],
  ["help", reviewer(""), ["run", "--help"], false, { exit: 1, says: true }],
  // It keeps the worse news.
  ["a review that fails", reviewer(answer(raw(1))), ["review"], true, { exit: 3, says: false }],
] as const)(
  "an answer of %s that finds no room on the disk is no success",
  async (_, scenario, args, changed, expected) => {
    await withEngine({ scenario }, async (engine) => {
      if (changed) await writeFile(join(engine.workdir, "hello.txt"), "one\ntwo\n");
      const full = await open("/dev/full", "w");
      const command = [process.execPath, BIN, ...args] as const;
      const stdio = ["ignore", full.fd, "pipe"] as const;
      const { child, ended } = spawnCli(command, [...stdio], placeOf(engine));
      const stderr = textOf(child.stderr as Readable);
      const { exit, left } = await ended;
      await full.close();
      const said = await stderr;
      const wanted = { ...expected, left: [] };
      expect({ exit, left, says: said.includes(SAID) }, said).toEqual(wanted);
    });
  },
);
