import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readTurn, turnNames, TURNS } from "../helpers/fixture.js";
import { replayAlone } from "../helpers/recordings.js";

test.each(turnNames())(
  "%s: its recording alone gives the golden to the letter, and its status",
  async (name) => {
    const { exit, wirePath } = readTurn(name);
    expect(await replayAlone(wirePath)).toEqual({
      exit,
      stdout: readFileSync(join(TURNS, name, "stdout.jsonl"), "utf8"),
      stderr: "",
      left: [],
    });
  },
);
