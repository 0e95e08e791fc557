import { expect, test } from "vitest";

import { CliError } from "../../../src/outcome/errors.js";
import { checkVersion } from "../../../src/protocol/versions/check-version.js";

/** What a version comes to: its warnings, or its refusal. */
function warningsFor(version: string): unknown {
  const warnings: string[] = [];
  try {
    checkVersion(version, (text) => warnings.push(text));
  } catch (error) {
    return error;
  }
  return warnings;
}

test.each(["0.118.0", "0.166.0", "0.150.0-alpha.7", "1.0.0", "12.3.4"])(
  "%s is welcome",
  (version) => {
    expect(warningsFor(version)).toEqual([]);
  },
);

test.each(["0.105.0", "0.117.9", "0.105.0-beta"])("%s is warned of", (version) => {
  expect(warningsFor(version)).toEqual([
    `codex ${version} is older than 0.118.0 and not supported`,
  ]);
});

test.each(["0.104.9", "0.57.0", "0.0.1"])("%s is refused, and not worth a retry", (version) => {
  expect(warningsFor(version)).toEqual(
    new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
      final: true,
      hint: "update it with: npm i -g @openai/codex@latest (0.118.0 or newer)",
    }),
  );
});

test.each(["codex_exec/dev (Linux)", "nightly", "x.y.z", "0.0.0"])(
  "%j cannot be judged and passes",
  (version) => {
    expect(warningsFor(version)).toEqual([]);
  },
);
