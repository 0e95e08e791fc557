import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import stringWidth from "../../src/output/text-width.js";
import { ModelRecord } from "../../src/dialect/records.js";
import { GREETING, server } from "../helpers/conversation.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { PLAYED, readLines, type Step } from "../helpers/fixture.js";
import { heardIn, scriptIn, withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";
import { startOnTerminal } from "../helpers/run-cli.js";

const SCENARIO = "plain";
const WELL = { exit: 0, stderr: "", left: [] };

describe("the models of a real server", () => {
  test("are a table that fits its terminal, with exactly one default", async () => {
    await withEngine({ scenario: SCENARIO }, async (engine) => {
      const [, ids] = await listed(engine, []);
      for (const columns of [80, 200, 20]) {
        const { exit, left, screen } = await startOnTerminal(["models", "--all"], {
          ...placeOf(engine),
          columns,
        }).done;
        const rows = screen.trimEnd().split(/\r?\n/);
        expect({
          exit,
          left,
          tooWide: rows.filter((row) => stringWidth(row) > columns),
          head: /^MODEL\b/.test(rows[0] ?? ""),
        }).toEqual({ exit: 0, left: [], tooWide: [], head: true });
        if (columns === 20) continue;
        expect({
          defaults: rows.filter((row) => /^\S+ +default /.test(row)).length,
          missing: ids.filter((id) => !rows.some((row) => row.startsWith(`${id} `))),
        }).toEqual({ defaults: 1, missing: [] });
      }
    });
  });

  test("are lines with tabs where there is no terminal", async () => {
    await withEngine({ scenario: SCENARIO }, async (engine) => {
      const [records] = await listed(engine, ["--all"]);
      const { stdout, ...rest } = await cli(engine, ["models", "--all"]);
      expect({ ...rest, rows: stdout.trimEnd().split("\n") }).toEqual({
        ...WELL,
        rows: records.map((model) =>
          [
            model.id,
            model.default ? "default" : model.hidden ? "hidden" : "",
            effortsOf(model).join(","),
            model.input_modalities.join(","),
            model.description,
          ].join("\t"),
        ),
      });
    });
  });

  test("are records of every field, the hidden ones only when asked for", async () => {
    await withEngine({ scenario: SCENARIO }, async (engine) => {
      const [shown, ids] = await listed(engine, []);
      const [every, all] = await listed(engine, ["-a"]);
      expect({
        strict: every.map((model) => ModelRecord.safeParse(model).error).filter(Boolean),
        defaults: [shown, every].map((list) => list.filter((model) => model.default).length),
        hidden: shown.filter(({ hidden }) => hidden),
        unhidden: every.filter(({ hidden }) => !hidden).map(({ id }) => id),
        twice: all.filter((id, at) => all.indexOf(id) !== at),
        more: all.length > ids.length,
      }).toEqual({
        strict: [],
        defaults: [1, 1],
        hidden: [],
        unhidden: ids,
        twice: [],
        more: true,
      });
    });
  });

  test("answer to --check: 0 for one that is there, hidden or not, and 1 for others", async () => {
    await withEngine({ scenario: SCENARIO }, async (engine) => {
      const [every] = await listed(engine, ["--all"]);
      const visible = every.find(({ hidden }) => !hidden)!.id;
      const hidden = every.find((model) => model.hidden)!.id;
      const none = (name: string, hint: string) => ({
        exit: 1,
        stdout: "",
        stderr: `turnpipe: there is no model ${JSON.stringify(name)}\nhint: ${hint}\n`,
        left: [],
      });
      const names: [name: string, ran: object][] = [
        [visible, { ...WELL, stdout: "" }],
        [hidden, { ...WELL, stdout: "" }],
        [`${visible}x`, none(`${visible}x`, `did you mean: ${visible}`)],
        ["nothing like it", none("nothing like it", "see: turnpipe models --all")],
        ["", none("", "see: turnpipe models --all")],
      ];
      for (const [name, ran] of names) {
        expect([name, await cli(engine, ["models", "--check", name])]).toEqual([name, ran]);
      }
      expect(await cli(engine, ["models", "--json", "--check", visible])).toEqual({
        ...WELL,
        stdout: "",
      });
    });
  });

  test("are listed with a key in the environment, which is stored nowhere", async () => {
    await withEngine({ scenario: SCENARIO }, async (engine) => {
      const key = "sk-of-nobody-0123456789";
      const { stdout, ...rest } = await cli(engine, ["models", "--json"], { CODEX_API_KEY: key });
      expect({
        ...rest,
        any: readLines(stdout).length > 0,
        kept: await holding(engine, key),
      }).toEqual({ ...WELL, any: true, kept: [] });
    });
  });
});

describe("the models of a server that says what the test says", () => {
  const page = (id: number, data: readonly object[], nextCursor: string | null): Step[] => [
    { from: "client", message: { id, method: "model/list" } },
    server({ id, result: { data, nextCursor } }),
  ];

  test("come from all its pages, in its order, whatever is in them", async () => {
    const steps = [
      ...GREETING,
      ...page(1, [{ id: "one" }], "2"),
      ...page(2, [], "3"),
      ...page(3, [{ id: "zwei 🧭", description: "two\nlines\tand a tab", isDefault: true }], "2"),
    ];
    await withFolder(async (dir) => {
      const ran = await played(dir, steps, ["models"]);
      const asked = (await heardIn(dir)).slice(2).map(({ params }) => params);
      expect({ ran, asked }).toEqual({
        ran: {
          ...WELL,
          stdout: "one\t\t\t\t\nzwei 🧭\tdefault\t\t\ttwo lines and a tab\n",
        },
        asked: [null, "2", "3"].map((cursor) => ({ cursor, limit: 100, includeHidden: false })),
      });
    });
  });

  test.each([[[]], [["--json"]], [["--check", "one"]]])(
    "that has none has no answer: %j",
    async (flags) => {
      await withFolder(async (dir) => {
        const steps = [...GREETING, ...page(1, [], null)];
        expect(await played(dir, steps, ["models", ...flags])).toEqual({
          exit: 1,
          stdout: "",
          stderr: "turnpipe: the server offers no models\n",
          left: [],
        });
      });
    },
  );

  test.each([
    [{ result: { models: [] } }, 5, "the response to model/list has an unexpected shape"],
    [{ error: { code: -32603, message: "no catalog" } }, 1, "model/list: no catalog"],
  ])("that answers with %j is not believed", async (response, exit, says) => {
    await withFolder(async (dir) => {
      const steps: Step[] = [
        ...GREETING,
        { from: "client", message: { id: 1, method: "model/list" } },
        server({ id: 1, ...response }),
      ];
      const { stderr, ...rest } = await played(dir, steps, ["models", "--json"]);
      expect({ ...rest, says: stderr.startsWith(`turnpipe: ${says}`) }).toEqual({
        exit,
        stdout: "",
        left: [],
        says: true,
      });
    });
  });

  test("that dies half way leaves no half of a list", async () => {
    await withFolder(async (dir) => {
      const steps: Step[] = [...GREETING, ...page(1, [{ id: "one" }], "2"), { exit: 3 }];
      const { stderr, ...rest } = await played(dir, steps, ["models"]);
      expect({ ...rest, says: stderr !== "" }).toEqual({
        exit: 5,
        stdout: "",
        left: [],
        says: true,
      });
    });
  });
});

test("without a codex there is nobody to ask", async () => {
  expect(await runCli(["models"], { env: { TURNPIPE_CODEX: "/nowhere/codex" } })).toEqual({
    exit: 5,
    stdout: "",
    stderr:
      "turnpipe: no executable codex at /nowhere/codex\n" +
      "hint: install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)\n",
    left: [],
  });
});

test.each([
  [["models", "gpt"], 'models: unexpected argument "gpt"'],
  [["models", "--check", "a", "b"], 'models: unexpected argument "b"'],
  [["models", "--", "--all"], 'models: unexpected argument "--all"'],
  [["models", "--al"], "models: unknown flag --al"],
  [["models", "--check"], "--check needs a value: --check MODEL"],
  [["models", "--check", "a", "--check", "b"], "--check was given more than once"],
  [["models", "--all=some"], "--all is a switch: unexpected value in --all=some"],
  [["models", "-q", "-v"], "--quiet and --verbose exclude each other"],
  [["models", "--include", "raw"], "models: unknown flag --include"],
])("%j is exit 2", async (args, says) => {
  const { stderr, ...rest } = await runCli(args, { env: { TURNPIPE_CODEX: "/nowhere/codex" } });
  expect({ ...rest, says: stderr.split("\n")[0] }).toEqual({
    exit: 2,
    stdout: "",
    left: [],
    says: `turnpipe: ${says}`,
  });
});

test("the help says what each column of the lines may hold", async () => {
  const { stdout, ...rest } = await runCli(["models", "--help"]);
  expect({ ...rest, says: stdout.includes("default, hidden or nothing") }).toEqual({
    ...WELL,
    says: true,
  });
});

function cli(engine: Engine, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { cwd, env } = placeOf(engine);
  return runCli(args, { cwd, env: { ...env, ...more } });
}

/** The models as JSON has them, and their ids. */
async function listed(
  engine: Engine,
  flags: readonly string[],
): Promise<[records: ModelRecord[], ids: string[]]> {
  const { stdout, ...rest } = await cli(engine, ["models", "--json", ...flags]);
  expect(rest).toEqual(WELL);
  const records = readLines<ModelRecord>(stdout);
  return [records, records.map(({ id }) => id)];
}

const effortsOf = ({ efforts, default_effort: first }: ModelRecord): string[] => [
  ...efforts.filter((effort) => effort === first),
  ...efforts.filter((effort) => effort !== first),
];

async function played(dir: string, steps: readonly Step[], args: readonly string[]) {
  const [command = "", ...rest] = args;
  const codex = PLAYED.slice(0, 2);
  return runCli([command, ...codex, ...rest], { cwd: dir, env: await scriptIn(dir, steps) });
}

/** The files of a codex home with this text in them. */
async function holding({ codexHome }: Engine, text: string): Promise<string[]> {
  const entries = await readdir(codexHome, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    if ((await readFile(join(parentPath, name))).includes(text)) found.push(name);
  }
  return found;
}
