import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { explainClosing } from "../../src/session/closed-error.js";
import type { Closing } from "../../src/transport/transport.js";

const closing = (more: Partial<Closing> = {}): Closing => ({
  reason: "exited with status 1",
  exitCode: 1,
  signal: null,
  stderrTail: "",
  ...more,
});

const BEFORE = false;
const AFTER = true;

describe("a server that complains before it is ready", () => {
  test.each([
    [
      "its first line",
      "Error: Unknown feature flag: nosuch\n\nStack backtrace:\n   0: <unknown>",
      "Unknown feature flag: nosuch",
    ],
    ["all of it", "Error: Unknown feature flag: nosuch", "Unknown feature flag: nosuch"],
    [
      "every line up to a blank one",
      "Error: config.toml:1:1: bad value\n  |\n1 | x = [\n  | ^\n\nCaused by:\n  no",
      "config.toml:1:1: bad value\n  |\n1 | x = [\n  | ^",
    ],
    [
      "every line up to the backtrace",
      "Error: bad value\nin line 3\nStack backtrace:\n   0: x",
      "bad value\nin line 3",
    ],
    [
      "what stands behind its logs",
      "2026-01-01 ERROR codex: bubblewrap\nError: bad override: foo",
      "bad override: foo",
    ],
  ])("is quoted: %s", (_, stderrTail, message) => {
    expect(explainClosing(closing({ stderrTail }), BEFORE)).toEqual(
      new CliError("config", `codex refused to start: ${message}`),
    );
  });

  test("is no config error once it was ready", () => {
    expect(explainClosing(closing({ stderrTail: "Error: out of memory" }), AFTER)).toEqual(
      new CliError(
        "server_crashed",
        "the codex app-server exited with status 1; the end of its stderr:\nError: out of memory",
      ),
    );
  });
});

test("a codex that can only store the key of the environment is refused, with the version needed", () => {
  const stderrTail =
    "Error: error loading config: unknown variant `ephemeral`, expected one of `file`, `keyring`, `auto`\n" +
    "in `cli_auth_credentials_store`\n\n\nStack backtrace:\n   0: <unknown>";
  expect(explainClosing(closing({ stderrTail }), BEFORE)).toMatchObject({
    kind: "refused",
    message: "this codex would store the key of CODEX_API_KEY on disk",
    hint:
      "requires codex 0.93.0 or newer: npm i -g @openai/codex@latest; " +
      "or log in with: turnpipe login --with-api-key",
  });
});

test.each([BEFORE, AFTER])("a server that never started is missing (ready: %j)", (ready) => {
  const gone = closing({
    reason: "could not be started: spawn x ENOENT",
    exitCode: null,
    signal: null,
  });
  expect(explainClosing(gone, ready)).toEqual(
    new CliError("server_missing", "the codex app-server could not be started: spawn x ENOENT"),
  );
});

describe("a server that died", () => {
  test("in silence is told by how it went", () => {
    const killed = closing({ reason: "was ended by SIGKILL", exitCode: null, signal: "SIGKILL" });
    expect([explainClosing(killed, BEFORE), explainClosing(closing(), AFTER)]).toEqual([
      new CliError("server_crashed", "the codex app-server was ended by SIGKILL"),
      new CliError("server_crashed", "the codex app-server exited with status 1"),
    ]);
  });

  test("with many words is quoted with its last ten lines", () => {
    const words = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    expect(explainClosing(closing({ stderrTail: words.join("\n") }), BEFORE)).toEqual(
      new CliError(
        "server_crashed",
        `the codex app-server exited with status 1; the end of its stderr:\n${words.slice(20).join("\n")}`,
      ),
    );
  });

  test("with status 0 has crashed too, if we did not ask it to leave", () => {
    const left = closing({ reason: "exited with status 0", exitCode: 0 });
    expect(explainClosing(left, AFTER)).toEqual(
      new CliError("server_crashed", "the codex app-server exited with status 0"),
    );
  });
});
