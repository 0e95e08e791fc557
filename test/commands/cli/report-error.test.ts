import { describe, expect, test } from "vitest";

import { reportError } from "../../../commands/cli/report-error.js";
import { CliError } from "../../../src/outcome/errors.js";
import { MemoryStream } from "../../helpers/memory-streams.js";

/** What is said about an error, and the status it exits with. */
function complaint(error: unknown): [string, number] {
  const stderr = new MemoryStream();
  const code = reportError(error, { stderr });
  return [stderr.text, code];
}

describe("a complaint", () => {
  test("says what went wrong, and what to do where that is known", () => {
    expect([
      complaint(new CliError("usage", "no prompt given", { hint: "pass one" })),
      complaint(new CliError("server_crashed", "it died;\nits last words")),
    ]).toEqual([
      ["turnpipe: no prompt given\nhint: pass one\n", 2],
      ["turnpipe: it died;\n  its last words\n", 5],
    ]);
  });

  test("quotes nothing that could steer a terminal", () => {
    expect(complaint(new CliError("server_crashed", "last words: \u001B[2Jgone\u202E"))).toEqual([
      "turnpipe: last words: gone\u{FFFD}\n",
      5,
    ]);
  });

  test("is not made to a reader that left", () => {
    expect(complaint(new CliError("stdout_closed", "the reader closed stdout"))).toEqual(["", 141]);
  });

  test("about anything else calls it a bug, with its trace", () => {
    const bug = new TypeError("x is not a function");
    bug.stack = "TypeError: x is not a function\n    at somewhere";
    expect(complaint(bug)).toEqual([
      "turnpipe: a bug in turnpipe: TypeError: x is not a function\n    at somewhere\n",
      70,
    ]);
  });

  test.each([
    ["text", "text"],
    [undefined, "undefined"],
    [5, "5"],
  ])("about %j that was thrown is a bug too", (thrown, text) => {
    expect(complaint(thrown)).toEqual([`turnpipe: a bug in turnpipe: ${text}\n`, 70]);
  });
});
