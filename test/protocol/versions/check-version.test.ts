import { expect, test } from "vitest";

import { CliError } from "../../../src/outcome/errors.js";
import { checkVersion } from "../../../src/protocol/versions/check-version.js";

test.each(["0.57.0", "0.105.0-beta", "0.166.0", "0.150.0-alpha.7", "1.0.0", "12.3.4"])(
  "%s is welcome",
  (version) => {
    expect(() => checkVersion(version)).not.toThrow();
  },
);

test.each(["0.56.9", "0.0.1"])("%s is refused, and not worth a retry", (version) => {
  expect(() => checkVersion(version)).toThrow(
    new CliError("server_unreachable", `codex ${version} is too old for turnpipe`, {
      final: true,
      hint: "update it with: npm i -g @openai/codex@latest (0.57.0 or newer)",
    }),
  );
});

test.each(["codex_exec/dev (Linux)", "nightly", "x.y.z", "0.0.0"])(
  "%j has no order and passes",
  (version) => {
    expect(() => checkVersion(version)).not.toThrow();
  },
);
