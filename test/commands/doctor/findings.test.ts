import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { clockFinding } from "../../../commands/doctor/clock.js";
import { programFinding } from "../../../commands/doctor/codex.js";
import { configFinding } from "../../../commands/doctor/config-files.js";
import { checkHome } from "../../../commands/doctor/home.js";
import { codexHome } from "../../../src/files/home-directories.js";
import { headline } from "../../../commands/doctor/print.js";
import { CliError } from "../../../src/outcome/errors.js";
import type { DoctorRecord } from "../../../src/dialect/records.js";
import { ownFolder } from "../world.js";

describe("codex", () => {
  const native = { program: "/bin/codex", native: "/bin/codex", versionText: "codex-cli 0.166.0" };
  const details = {
    program: "/bin/codex",
    native: "/bin/codex",
    kind: "native",
    version: "0.166.0",
  };

  test("is the native program", () => {
    expect(programFinding(native, false)).toEqual({
      summary: "codex 0.166.0: /bin/codex",
      details,
    });
  });

  test("is found behind the launcher of npm", () => {
    const program = "/npm/bin/codex";
    expect(programFinding({ ...native, program }, false)).toEqual({
      summary: "codex 0.166.0: /bin/codex, started without its launcher /npm/bin/codex",
      details: { ...details, program, kind: "launcher" },
    });
  });

  test("is a script", () => {
    expect(programFinding(native, true)).toEqual({
      summary: "codex 0.166.0: the script /bin/codex",
      details: { ...details, kind: "script" },
    });
  });

  test.each([undefined, "BusyBox"])("may be no codex at all: it says %j", (says) => {
    expect(programFinding({ ...native, versionText: says }, false)).toEqual({
      status: "warn",
      summary: "/bin/codex does not report a version",
      hint: "is this codex? point --codex or TURNPIPE_CODEX at it",
      details: { ...details, version: null },
    });
  });

  test("is too old", () => {
    expect(() => programFinding({ ...native, versionText: "codex-cli 0.56.0" }, false)).toThrow(
      new CliError("server_unreachable", "codex 0.56.0 is too old for turnpipe", {
        final: true,
        hint: "update it with: npm i -g @openai/codex@latest (0.57.0 or newer)",
      }),
    );
  });
});

describe("the clock", () => {
  const now = Date.UTC(2026, 10, 16, 12);
  const time = "2026-11-16T12:00:00.000Z";
  const hint = "set the clock: logins and TLS fail with a wrong one";

  test.each([0, 60_000, -60_000])("is plausible when a disk differs by %i ms", (ms) => {
    expect(clockFinding(now, now - ms)).toEqual({
      summary: `${time} is plausible`,
      details: { now: time, disk_seconds_behind: ms / 1000 },
    });
  });

  test.each([
    [61, "earlier"],
    [-61, "later"],
  ])("is doubted when a disk is %i s behind", (seconds, word) => {
    expect(clockFinding(now, now - seconds * 1000)).toEqual({
      status: "warn",
      summary: `${time}, but files created now are dated 61 s ${word}`,
      hint,
      details: { now: time, disk_seconds_behind: seconds },
    });
  });

  test("cannot be right before there was a codex to talk to", () => {
    expect(clockFinding(0, 0)).toEqual({
      status: "warn",
      summary: "1970-01-01T00:00:00.000Z is impossible",
      hint,
      details: { now: "1970-01-01T00:00:00.000Z", disk_seconds_behind: 0 },
    });
  });
});

describe("the home of codex", () => {
  test.each([
    [{ CODEX_HOME: "/there", HOME: "/me" }, "/there"],
    [{ CODEX_HOME: "near" }, "/w/near"],
    [{ CODEX_HOME: "", HOME: "/me" }, "/me/.codex"],
  ])("by %j is %s", (env, home) => {
    expect(codexHome({ env, cwd: "/w" })).toBe(home);
  });

  test("is tried with a file that is gone afterwards", async () => {
    const home = ownFolder();
    writeFileSync(join(home, "auth.json"), "mine");
    const finding = await checkHome(home, true);
    expect({ finding, left: readdirSync(home) }).toEqual({
      finding: { summary: `${home} can be written to`, details: { path: home } },
      left: ["auth.json"],
    });
  });

  test("need not be there yet when it is the usual one, and is not made", async () => {
    const home = join(ownFolder(), ".codex");
    const finding = await checkHome(home, false);
    expect({ finding, made: existsSync(home) }).toEqual({
      finding: { summary: `${home} does not exist yet: codex creates it`, details: { path: home } },
      made: false,
    });
  });

  test.each([
    ["is not there", "none"],
    ["is a file", "file"],
  ])("must not be one that is named and %s", async (_, name) => {
    const folder = ownFolder();
    writeFileSync(join(folder, "file"), "");
    const home = join(folder, name);
    await expect(checkHome(home, true)).rejects.toEqual(
      new CliError("config", `CODEX_HOME is ${home}, which is not a directory`, {
        hint: "codex does not create it: create it yourself, or set CODEX_HOME to another",
      }),
    );
  });

  test("may refuse to be written to", async () => {
    // The one directory where not even root can make a file.
    await expect(checkHome("/proc/self/fd", true)).rejects.toMatchObject({
      kind: "failed",
      message: expect.stringMatching(
        /^\/proc\/self\/fd cannot be written to: no such file or directory/,
      ) as string,
      hint: "codex stores logins and threads there: make it writable, or set CODEX_HOME to another",
    });
  });
});

describe("config files", () => {
  const none = { settings: {}, user: undefined, project: undefined, ignored: [] };
  const user = { path: "/u.json", says: {} };
  const project = { path: "/p.json", says: {} };

  test.each([
    [none, "no turnpipe config file: all settings at their default", null, null],
    [{ ...none, user }, "read /u.json", "/u.json", null],
    [{ ...none, user, project }, "read /u.json and /p.json", "/u.json", "/p.json"],
  ])("%j: %s", (known, summary, ...[its, theirs]) => {
    expect(configFinding(known, [])).toEqual({
      status: "ok",
      summary,
      hint: null,
      details: { user: its, project: theirs, ignored: [] },
    });
  });

  test("what is ignored in them, or not read, is a warning", () => {
    const warnings = ["/p.json: ignored codex", "/q.json: not read"];
    expect(configFinding({ ...none, project, ignored: ["codex"] }, warnings)).toEqual({
      status: "warn",
      summary: "/p.json: ignored codex; /q.json: not read",
      hint: "see: turnpipe config show --origin",
      details: { user: null, project: "/p.json", ignored: ["codex"] },
    });
  });
});

test.each([
  [[], "everything works"],
  [["ok", "skipped"], "skipped: codex"],
  [["skipped", "warn", "fail"], "failed: server; warnings: codex; skipped: config"],
] as [DoctorRecord["status"][], string][])("all of %j in a line: %s", (statuses, line) => {
  const names = ["config", "codex", "server"] as const;
  const records = statuses.map((status, at) => ({ status, check: names[at] }) as DoctorRecord);
  expect(headline(records)).toBe(line);
});
