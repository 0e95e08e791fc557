import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { cuttingProxy } from "../helpers/loopback.js";
import type { Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

/** Runs turnpipe where no server can be started. */
const inProcess = ({ workdir, env }: Engine, args: readonly string[], more = {}) =>
  runCli(args, { cwd: workdir, env: { ...env, TURNPIPE_CODEX: "/nowhere/codex", ...more } });

const NAMES = ["one", "two"] as const;

const ASKING: Scenario = {
  description: "Two turns at once; each asks for permission for its own command.",
  responses: NAMES.flatMap((name) => {
    const exec = `echo ${name}`;
    const permission = { sandbox_permissions: "require_escalated", justification: name };
    return [
      { when: `Turn ${name}`, say: [{ exec, ...permission }] },
      { when: `Turn ${name}`, say: [{ text: `This was ${name}.` }] },
    ];
  }),
};

test("two clients of one server see only their own events, and answer only their own requests", async () => {
  await withEngine({ scenario: ASKING }, async (engine) => {
    const { address = "" } = engine;
    const flags = ["--json", "--include", "approvals,raw", "--connect", address];
    const ends = await Promise.all(
      NAMES.map((name, at) => {
        const approve = at === 0 ? "always" : "rules";
        return inProcess(engine, ["run", ...flags, "--approve", approve, `Turn ${name}`]);
      }),
    );
    expect(ends.map(({ exit, stdout }) => ({ exit, ...summaryOf(stdout) }))).toEqual(
      NAMES.map((name, at) => ({
        exit: 0,
        others: [],
        decisions: [[at === 0 ? "accept" : "decline", expect.stringContaining(`echo ${name}`)]],
        command: at === 0 ? "completed" : "declined",
        answer: `This was ${name}.`,
      })),
    );
  });
});

/** What a run has seen, and whether any of it was of another thread. */
function summaryOf(stdout: string) {
  const events = readLines<Event & { item?: { type: string; status?: string } }>(stdout);
  const [own] = events.map((event) => event["thread_id"]);
  const of = (type: string) => events.filter((event) => event.type === type);
  const others = of("raw").filter((event) => {
    const { threadId = own } = (event["params"] ?? {}) as { threadId?: unknown };
    return threadId !== own;
  });
  const commands = of("item.completed").flatMap(({ item }) =>
    item?.type === "command_execution" ? [item.status] : [],
  );
  return {
    others,
    decisions: of("approval.resolved").map((event) => [event["decision"], event["subject"]]),
    command: commands.join(),
    answer: events.at(-1)?.["final_message"],
  };
}

test("a slow network only takes longer, and a message of 8 MB arrives whole", async () => {
  const text = "x".repeat(8 * 1024 * 1024);
  const scenario = {
    description: "8 MB",
    responses: [{ say: [{ text }] }, { say: [{ text: "Slow." }] }],
  };
  await withEngine({ scenario }, async (engine) => {
    const { address = "" } = engine;
    const large = await inProcess(engine, ["run", "--connect", address, "--quiet", "Go"]);
    expect([large.exit, large.stdout === `${text}\n`]).toEqual([0, true]);
    const proxy = await cuttingProxy(address, { pieces: { bytes: 400, pauseMs: 2 } });
    try {
      const slow = await inProcess(engine, ["run", "--connect", proxy.address, "--quiet", "Go"]);
      expect({ ...slow, connections: proxy.connections }).toEqual({
        ...{ exit: 0, stdout: "Slow.\n", stderr: "", left: [] },
        connections: 1,
      });
    } finally {
      await proxy.close();
    }
  });
});

const TWO_ANSWERS: Scenario = {
  description: "Two answers.",
  responses: [{ say: [{ text: "First." }] }, { say: [{ text: "Second." }] }],
};

test("threads, resume, models, login and doctor work on a running server", async () => {
  await withEngine({ scenario: TWO_ANSWERS }, async (engine) => {
    const env = { TURNPIPE_CONNECT: engine.address };
    const run = async (...args: string[]) => {
      const { exit, stdout } = await inProcess(engine, args, env);
      return { exit, stdout };
    };
    expect(await run("run", "-q", "Go")).toEqual({ exit: 0, stdout: "First.\n" });
    expect(await run("resume", "--last", "-q", "More")).toEqual({ exit: 0, stdout: "Second.\n" });
    const listed = await run("threads", "list", "--json");
    const [{ id } = { id: "" }] = readLines<{ id: string }>(listed.stdout);
    expect(await run("threads", "rename", id, "a name")).toEqual({ exit: 0, stdout: "" });
    const shown = await run("threads", "show", id, "--json");
    expect(readLines<Event>(shown.stdout)).toEqual([
      expect.objectContaining({ id, name: "a name", cwd: engine.workdir }),
    ]);
    expect((await run("models", "--check", "gpt-6-sol")).exit).toBe(0);
    const { stdout: account } = await run("login", "status", "--json");
    expect(JSON.parse(account)).toMatchObject({ logged_in: false, login_needed: false });
    const rows = readLines<Event>((await run("doctor", "--json")).stdout);
    expect(rows.slice(1, 7).map((row) => [row["check"], row["status"]])).toEqual([
      ["codex", "skipped"],
      ["codex_home", "skipped"],
      ["server", "ok"],
      ["codex_config", "ok"],
      ["login", "ok"],
      ["sandbox", "ok"],
    ]);
  });
});

test("stored threads are changed on a running server", async () => {
  const scenario: Scenario = { ...TWO_ANSWERS, then: "repeat-last" };
  await withEngine({ scenario }, async (engine) => {
    const env = { TURNPIPE_CONNECT: engine.address };
    const json = async (...args: string[]) => {
      const { exit, stdout } = await inProcess(engine, [...args, "--json"], env);
      return { exit, lines: readLines<Event>(stdout) };
    };
    const started = await json("run", "Go");
    const id = String(started.lines[0]?.["thread_id"]);
    const fork = await json("threads", "fork", id);
    const changes = ["compact", "rollback", "archive", "unarchive", "archive"];
    const exits: unknown[] = [];
    for (const change of changes) exits.push((await json("threads", change, id)).exit);
    const archived = ["threads", "list", "--archived"] as const;
    const before = (await json(...archived)).lines.map((thread) => thread["id"]);
    for (const each of [String(fork.lines[0]?.["id"]), id])
      exits.push((await json("threads", "delete", each, "--yes")).exit);
    const { lines: after } = await json(...archived);
    expect({ exits, before, after }).toEqual({
      exits: [...changes, "delete", "delete"].map(() => 0),
      ...{ before: [id], after: [] },
    });
  });
});

test("a directory that the server does not have is exit 2, and a setting of the whole server, too", async () => {
  await withEngine({ scenario: TWO_ANSWERS }, async (engine) => {
    const run = ["run", "--json", "--connect", engine.address ?? "", "--skip-git-repo-check"];
    expect(await inProcess(engine, [...run, "-C", "/nowhere/at/all", "Go"])).toEqual({
      exit: 2,
      stdout: "",
      stderr:
        "turnpipe: /nowhere/at/all: no such directory on the server\n" +
        "hint: paths are the server's: name one of its directories with -C DIR\n",
      left: [],
    });
    expect(await inProcess(engine, [...run, "-c", 'sqlite_home="/tmp"', "Go"])).toEqual({
      exit: 2,
      stdout: "",
      stderr:
        "turnpipe: -c sqlite_home with --connect: it is a setting of the whole server\n" +
        "hint: set it in the config.toml of the server, and restart that\n",
      left: [],
    });
    const set = ["-c", 'model="a-model-of-its-own"', "--disable", "web_search_request"];
    const { exit, stdout } = await inProcess(engine, [...run, ...set, "Go"]);
    expect([exit, readLines<Event>(stdout)[0]?.["model"]]).toEqual([0, "a-model-of-its-own"]);
  });
});
