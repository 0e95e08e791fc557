import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import type { Command } from "../registry.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import type { ParsedArguments } from "../cli/parse.js";
import { requireOneLevel } from "../cli/server-options.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import { openReplay } from "../../src/recording/replay-session.js";
import { readRecording } from "../../src/recording/read-recording.js";
import { replayReview } from "./replay-review.js";
import { replayShow } from "./replay-show.js";
import { replayTurn } from "./replay-turn.js";
import type { ViewOptions } from "./view-options.js";

const REPLAY_FLAGS = {
  speed: {
    type: "string",
    value: "SPEED",
    group: "Replay:",
    describe: "max (as fast as possible, the default), 1 (real time), 10 (ten times faster) …",
  },
  json: {
    type: "boolean",
    group: "Output:",
    describe:
      "print events as JSON lines (--no-json: as progress and text), however the run was recorded",
  },
  quiet: TURN_FLAGS.quiet,
  verbose: TURN_FLAGS.verbose,
  color: { ...TURN_FLAGS.color, describe: "colour" },
  "raw-output": TURN_FLAGS["raw-output"],
} as const satisfies Record<string, Flag>;

/** `turnpipe replay`: replays a recorded run from its recording alone. */
export const REPLAY: Command = {
  name: "replay",
  flags: REPLAY_FLAGS,
  help: {
    usage: ["turnpipe replay FILE [flags]"],
    about:
      "Replay a run recorded with --record: the same stdout and the same exit status, without a " +
      "server, network, repository or login. Files that the run wrote are not written again, and " +
      "approvals get the recorded decisions. --json prints events for a run that was recorded " +
      "without it; events that --include did not ask for then are not recorded.",
    examples: [
      ['turnpipe run --record run.jsonl "fix it"', "record a run"],
      ["turnpipe replay run.jsonl --json | jq -c .type", "its events, on any machine"],
      ["turnpipe replay run.jsonl --no-json --speed 1", "watch it"],
    ],
  },
  execute: replay,
};

async function replay(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const view = viewOf(argv);
  const speed = speedOf(argv["speed"] as string | undefined);
  const recording = await readRecording(onlyFile(argv), runContext);
  const { head } = recording;
  // Times are printed in the recorded time zone.
  runContext.setTimeZone?.(head.time_zone);
  const replay = openReplay(recording, speed, runContext);
  if (head.show !== undefined) return replayShow(head.show, view, replay);
  if (head.turn === undefined)
    throw new CliError("input", "the recording is of an unknown command");
  return head.review === undefined
    ? replayTurn(head.turn, view, replay)
    : replayReview({ turn: head.turn, review: head.review }, view, replay);
}

function onlyFile({ _: [, file, unexpected] }: ParsedArguments): string {
  if (file === undefined) {
    throw new CliError("usage", "replay: no recording given", {
      hint: "record one with: turnpipe run --record FILE …",
    });
  }
  if (unexpected !== undefined) throw unexpectedArgument("replay", String(unexpected));
  return String(file);
}

function speedOf(word = "max"): number {
  if (word === "max") return Infinity;
  const speed = /^\d+(\.\d+)?$/.test(word) ? Number(word) : 0;
  if (speed > 0) return speed;
  throw new CliError("usage", `--speed ${word}: expected max, or a number such as 1 or 10`);
}

function viewOf(argv: ParsedArguments): ViewOptions {
  requireOneLevel(argv);
  return {
    json: argv["json"] as boolean | undefined,
    level: argv["quiet"] === true ? "quiet" : argv["verbose"] === true ? "verbose" : "normal",
    color: argv["color"] as ViewOptions["color"],
    rawOutput: argv["raw-output"] === true,
  };
}
