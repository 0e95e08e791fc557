import { parseDuration } from "../../src/text/duration.js";
import type { VerifyOptions } from "../../src/turn/verify/run-check.js";
import { CliError } from "../../src/outcome/errors.js";

/** Reads the options of `--verify`. */
export function parseVerify(argv: Readonly<Record<string, unknown>>): VerifyOptions | undefined {
  const value = (flag: string): string | undefined => argv[flag] as string | undefined;
  const command = value("verify");
  if (command === undefined) {
    const stray = ["verify-retries", "verify-timeout"].find((flag) => value(flag) !== undefined);
    if (stray === undefined) return undefined;
    throw new CliError("usage", `--${stray} requires --verify`);
  }
  if (command.trim() === "") {
    throw new CliError("usage", "--verify: expected a command", {
      hint: 'for example: --verify "npm test"',
    });
  }
  if (value("steer-from") !== undefined) {
    throw new CliError("usage", "--verify and --steer-from exclude each other");
  }
  const within = value("verify-timeout");
  return {
    command,
    retries: parseRetries(value("verify-retries")),
    withinMs: within === undefined ? HALF_AN_HOUR : parseDuration("--verify-timeout", within),
  };
}

const HALF_AN_HOUR = 30 * 60_000;
const RETRIES = 2;
const MOST_RETRIES = 100;

function parseRetries(text: string | undefined): number {
  if (text === undefined) return RETRIES;
  if (/^\d+$/.test(text) && Number(text) <= MOST_RETRIES) return Number(text);
  throw new CliError(
    "usage",
    `--verify-retries ${text}: expected a number from 0 to ${String(MOST_RETRIES)}`,
  );
}
