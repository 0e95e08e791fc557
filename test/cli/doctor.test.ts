import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";
import { startOnTerminal } from "../helpers/run-cli.js";
import {
  brokenSandbox,
  examinedAt,
  NO_MANAGER,
  NO_SANDBOX,
  row,
  skipped,
  well,
} from "./doctor-rows.js";

const FINE = { exit: 0, stderr: "", left: [] };
const OPENAI = ["-c", 'model_provider="openai"'];

test("where everything works every check is ok, and nothing is left behind", async () => {
  await healthy(async (engine) => {
    const before = await readdir(engine.workdir);
    expect(await examinedAt(engine)).toEqual({ ...FINE, records: Object.values(well(engine)) });
    const made = (await readdir(engine.codexHome)).filter((name) => name.includes("doctor"));
    expect({ made, after: await readdir(engine.workdir), asked: engine.model.requests }).toEqual({
      made: [],
      after: before,
      asked: [],
    });
  });
});

test("on a terminal it is a list, with what to do below what is wrong", async () => {
  await healthy(async (engine) => {
    const place = placeOf(engine);
    const args = ["doctor", ...OPENAI, "--codex", engine.codexPath];
    const { screen, ...ended } = await startOnTerminal(args, place).done;
    const lines = screen.replaceAll("\r", "").split("\n");
    const [login, hint] = lines.slice(lines.findIndex((line) => line.startsWith("fail")));
    expect({ ...ended, first: lines[0], login, hint, last: lines.at(-2) }).toEqual({
      exit: 4,
      left: [],
      first: "ok       config        no turnpipe config file: all settings at their default",
      login: "fail     login         not logged in",
      hint: "                       hint: log in with: turnpipe login (or set CODEX_API_KEY)",
      last: "failed: login",
    });
  });
});

test("in a pipe it is lines with tabs, and the sum of it on stderr", async () => {
  await healthy(async (engine) => {
    const { stdout, ...rest } = await runCli(["doctor"], placeOf(engine));
    const cells = stdout.split("\n").map((line) => line.split("\t"));
    expect({
      ...rest,
      first: cells[0],
      checks: cells.map(([status, check]) => [status, check]),
    }).toEqual({
      ...FINE,
      stderr: "everything works\n",
      first: ["ok", "config", "no turnpipe config file: all settings at their default", ""],
      checks: [...Object.keys(well(engine)).map((check) => ["ok", check]), ["", undefined]],
    });
  });
});

describe("a login", () => {
  const details = { login_needed: true, plan: null, workspace: null };

  test("that is needed and not there is exit 4", async () => {
    await healthy(async (engine) => {
      const { records, ...rest } = await examinedAt(engine, OPENAI);
      expect({ ...rest, login: records.find(({ check }) => check === "login") }).toEqual({
        ...FINE,
        exit: 4,
        login: row("login", "not logged in", {
          status: "fail",
          hint: "log in with: turnpipe login (or set CODEX_API_KEY)",
          cause: "unauthorized",
        }),
      });
    });
  });

  test("with a key from the environment is not stored", async () => {
    await healthy(async (engine) => {
      const { records, ...rest } = await examinedAt(engine, OPENAI, { CODEX_API_KEY: "sk-x" });
      const stored = (await readdir(engine.codexHome)).includes("auth.json");
      expect({ ...rest, stored, login: records.find(({ check }) => check === "login") }).toEqual({
        ...FINE,
        stored: false,
        login: row("login", "logged in with an API key; CODEX_API_KEY is set", {
          details: { ...details, logged_in: true, type: "api_key", environment_key: true },
        }),
      });
    });
  });
});

test("a broken config.toml is exit 2 and named, and the rest is looked at all the same", async () => {
  await healthy(async (engine) => {
    const toml = join(engine.codexHome, "config.toml");
    await writeFile(toml, "model = \n");
    const { records, ...rest } = await examinedAt(engine, [], { CODEX_API_KEY: "sk-x" });
    const broken = row("codex_config", expect.stringContaining(`${toml}:1:9: `), {
      status: "fail",
      hint: "fix the file; turnpipe does not fall back to defaults",
      cause: "config",
    });
    expect({
      ...rest,
      bad: records.filter(({ status }) => status !== "ok"),
      rows: records.length,
    }).toEqual({
      ...FINE,
      exit: 2,
      bad: [broken],
      rows: 11,
    });
  });
});

test("config files of turnpipe: a broken one is exit 2, one that loosens is a warning", async () => {
  await healthy(async (engine) => {
    const file = join(engine.workdir, ".turnpiperc.json");
    const config = async () => {
      const { exit, records } = await examinedAt(engine);
      return { exit, config: records[0], others: records.slice(1) };
    };
    const others = Object.values(well(engine)).slice(1);
    await writeFile(file, JSON.stringify({ modle: "x" }));
    expect(await config()).toEqual({
      exit: 2,
      config: row("config", `${file}: unknown key "modle"`, {
        status: "fail",
        hint: 'did you mean "model"?',
        cause: "config",
      }),
      others,
    });
    await writeFile(file, JSON.stringify({ codex: "/nowhere/codex" }));
    expect(await config()).toEqual({
      exit: 0,
      config: row(
        "config",
        `${file}: ignored codex (a project file may not loosen this; --trust-project-config allows it)`,
        {
          status: "warn",
          hint: "see: turnpipe config show --origin",
          details: { user: null, project: file, ignored: ["codex"] },
        },
      ),
      others,
    });
  });
});

test("a home of codex that is a file is exit 2, as it is for a turn", async () => {
  await healthy(async (engine) => {
    const home = join(engine.workdir, "home");
    await writeFile(home, "");
    const { config, codex, git, hook, shim, clock } = well(engine);
    expect(await examinedAt(engine, [], { CODEX_HOME: home })).toEqual({
      ...FINE,
      exit: 2,
      records: [
        config,
        codex,
        row("codex_home", `CODEX_HOME is ${home}, which is not a directory`, {
          status: "fail",
          hint: "codex does not create it: create it yourself, or set CODEX_HOME to another",
          cause: "config",
          details: { path: home },
        }),
        row("server", expect.stringContaining("codex refused to start: "), {
          status: "fail",
          cause: "config",
        }),
        ...skipped("the server did not start", "codex_config", "login", "sandbox"),
        git,
        hook,
        shim,
        clock,
      ],
    });
  });
});

test("without a codex it is exit 5, and what needs none is looked at", async () => {
  await healthy(async (engine) => {
    const { config, codex_home, git, hook, shim, clock } = well(engine);
    expect(await examinedAt(engine, ["--codex", "./nowhere"])).toEqual({
      ...FINE,
      exit: 5,
      records: [
        config,
        row("codex", "no executable codex at ./nowhere", {
          status: "fail",
          hint: "install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)",
          cause: "server_missing",
        }),
        codex_home,
        ...skipped("there is no codex to start", "server", "codex_config", "login", "sandbox"),
        git,
        hook,
        shim,
        clock,
      ],
    });
  });
});

test("a sandbox that does not work is exit 9; one that is not used need not work", async () => {
  await healthy(async (engine) => {
    const env = await brokenSandbox(engine);
    const rows = well(engine);
    const sandbox = row("sandbox", NO_SANDBOX.summary, {
      status: "fail",
      hint: NO_SANDBOX.hint,
      cause: "sandbox",
    });
    expect(await examinedAt(engine, [], env)).toEqual({
      ...FINE,
      exit: 9,
      records: Object.values({ ...rows, sandbox }),
    });
    const unused = row("sandbox", "danger-full-access: commands run in no sandbox", {
      status: "skipped",
      details: { mode: "danger-full-access" },
    });
    for (const flags of [
      ["-s", "danger-full-access"],
      ["-c", "sandbox_mode=danger-full-access"],
    ]) {
      expect(await examinedAt(engine, flags, env)).toEqual({
        ...FINE,
        records: Object.values({ ...rows, sandbox: unused }),
      });
    }
  });
});

describe("git", () => {
  test("may be missing, and there may be no repository: warnings", async () => {
    await healthy(async (engine) => {
      await rm(join(engine.workdir, ".git"), { recursive: true });
      const hook = skipped("not in a git repository", "hook")[0];
      const none = await examinedAt(engine);
      const bin = join(engine.codexHome, "bin");
      await mkdir(bin);
      await symlink("/usr/bin/true", join(bin, "true"));
      const gone = await examinedAt(engine, [], { PATH: bin });
      expect(
        [none, gone].map(({ exit, records }) => ({ exit, rows: records.slice(7, 9) })),
      ).toEqual([
        {
          exit: 0,
          rows: [
            row(
              "git",
              expect.stringMatching(new RegExp(`; ${engine.workdir} is not in a repository$`)),
              {
                status: "warn",
                hint: "run and resume need --skip-git-repo-check here",
                details: { version: expect.any(String) as string, root: null },
              },
            ),
            hook,
          ],
        },
        {
          exit: 0,
          rows: [
            row("git", "git was not found, or does not work", {
              status: "warn",
              hint: "install git: review and its hook need it",
              details: { version: null, root: null },
            }),
            hook,
          ],
        },
      ]);
    });
  });

  test("may have something against the repository: a warning in its words", async () => {
    await healthy(async (engine) => {
      const git = join(engine.workdir, ".git");
      await rm(git, { recursive: true });
      await writeFile(git, "gitdir: /nowhere\n");
      const { exit, records } = await examinedAt(engine);
      expect({ exit, rows: records.slice(7, 9) }).toEqual({
        exit: 0,
        rows: [
          row("git", "git rev-parse: fatal: not a git repository: /nowhere", {
            status: "warn",
            hint: "review and its hook need git to work here",
            details: { version: expect.any(String) as string, root: engine.workdir },
          }),
          ...skipped("not in a git repository", "hook"),
        ],
      });
    });
  });

  test("has a hook that reviews pushes, or would if it were executable", async () => {
    await healthy(async (engine) => {
      await runCli(["review", "hook", "install"], placeOf(engine));
      const path = join(engine.workdir, ".git", "hooks", "pre-push");
      const installed = (await examinedAt(engine)).records[8];
      await chmod(path, 0o644);
      const passedOver = (await examinedAt(engine)).records[8];
      await rm(path);
      const gone = (await examinedAt(engine)).records[8];
      const details = { mode: "block", on_error: "open", path, ...NO_MANAGER };
      expect([installed, passedOver, gone]).toEqual([
        row("hook", `pushes are reviewed (block, on_error open): ${path}`, {
          details: { ...details, installed: true },
        }),
        row("hook", `git ignores the hook because it is not executable: ${path}`, {
          status: "warn",
          hint: "install it again: turnpipe review hook install",
          details: { ...details, installed: false },
        }),
        row("hook", "pushes are not reviewed any more, the hook is gone", {
          status: "warn",
          hint: "install it again: turnpipe review hook install",
          details: { ...details, mode: null, on_error: null, installed: false, gone: true },
        }),
      ]);
    });
  });
});

test.each([
  [["now"], 'doctor: unexpected argument "now"'],
  [["--timeout", "soon"], "--timeout soon: expected a time, such as 90s or 5m"],
  [["--cd", "./nowhere"], "--cd ./nowhere: no such directory"],
  [["--json=maybe"], "--json is a switch: unexpected value in --json=maybe"],
])("%j is exit 2 before anything is looked at", async (args, says) => {
  const { stderr, ...rest } = await runCli(["doctor", ...args]);
  expect({ ...rest, says: stderr.split("\n")[0] }).toEqual({
    exit: 2,
    stdout: "",
    left: [],
    says: `turnpipe: ${says}`,
  });
});

const healthy = (use: (engine: Engine) => Promise<void>): Promise<void> =>
  withEngine({ scenario: "plain" }, use);
