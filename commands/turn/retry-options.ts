import { parseDuration } from "../../src/text/duration.js";
import { CliError } from "../../src/outcome/errors.js";
import type { RetryOptions } from "../../src/turn/retry/retry-plan.js";
import { parseCount } from "../cli/count.js";

/** Reads the retry options; undefined without any. */
export function parseRetry(argv: Readonly<Record<string, unknown>>): RetryOptions | undefined {
  const value = (flag: string): string | undefined => argv[flag] as string | undefined;
  const times = value("retry");
  const fallback = value("fallback-model");
  const quota = value("wait-for-quota");
  const unsafe = argv["retry-unsafe"] === true;
  if (times === undefined && fallback === undefined && quota === undefined) {
    if (!unsafe) return undefined;
    throw new CliError("usage", "--retry-unsafe requires --retry or --fallback-model");
  }
  if (value("steer-from") !== undefined) {
    // Input steered into one attempt would be missing from the next.
    const flag = FLAGS.find((name) => value(name) !== undefined) ?? "";
    throw new CliError("usage", `--${flag} and --steer-from exclude each other`);
  }
  const models = (fallback ?? "").split(",").map((name) => name.trim());
  if (fallback !== undefined && models.includes("")) {
    throw new CliError("usage", `--fallback-model ${fallback}: expected models, such as a,b`);
  }
  return {
    times: times === undefined ? 0 : parseCount("--retry", times, { from: 0 }),
    fallback: fallback === undefined ? [] : models,
    quotaMs: quota === undefined ? 0 : parseDuration("--wait-for-quota", quota),
    unsafe,
  };
}

const FLAGS = ["retry", "fallback-model", "wait-for-quota"] as const;
