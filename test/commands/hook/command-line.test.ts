import { expect, test } from "vitest";

import { readHookCall, type HookCall } from "../../../commands/hook/command-line.js";
import { CliError } from "../../../src/outcome/errors.js";

const RUN = ["review", "hook", "run"];
const USUAL: HookCall = {
  mode: "block",
  onError: "open",
  timeoutMs: undefined,
  remote: "origin",
};

test.each<[args: string, call: Partial<HookCall>]>([
  ["", {}],
  ["--", {}],
  ["-- upstream url", { remote: "upstream" }],
  [
    "-- https://example.com/r.git https://example.com/r.git",
    { remote: "https://example.com/r.git" },
  ],
  ["--mode warn", { mode: "warn" }],
  ["--mode block", {}],
  ["--on-error open", {}],
  ["--on-error closed", { onError: "closed" }],
  ["--on-error warn", { onError: "warn" }],
  ["--timeout 5", { timeoutMs: 5_000 }],
  ["--timeout 90s", { timeoutMs: 90_000 }],
  ["--timeout 2m", { timeoutMs: 120_000 }],
  [
    "--timeout 1s --on-error warn --mode warn -- up url",
    { mode: "warn", onError: "warn", timeoutMs: 1_000, remote: "up" },
  ],
  // Behind the two dashes everything is git's.
  ["--mode warn -- --mode block", { mode: "warn", remote: "--mode" }],
  ["-- -- url", { remote: "--" }],
])("`review hook run %s` is read as git's call", (args, call) => {
  expect(readHookCall([...RUN, ...words(args)])).toEqual({ ...USUAL, ...call });
});

test.each([
  "--mode",
  "--mode loud",
  "--mode Warn",
  "--on-error",
  "--on-error never",
  "--mode warn --mode warn",
  "--timeout 1s --timeout 2s",
  "--timeout",
  "--help",
  "-h",
  "--json",
  "origin",
  "origin url",
  "--mode warn extra",
  "--frob x",
  "--mode=warn extra",
  "--mode -- warn",
])("`review hook run %s` is left to the whole parser", (args) => {
  expect(readHookCall([...RUN, ...words(args)])).toBeUndefined();
});

test.each(["soon", "-1", "0", "1d", ""])("a time of %j is bad usage", (time) => {
  const read = (): unknown => readHookCall([...RUN, "--timeout", time]);
  expect(read).toThrow(CliError);
  expect(read).toThrow("--timeout");
});

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");
