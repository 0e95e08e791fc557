import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withEngine, placeOf, type Engine } from "../../helpers/engine.js";
import { readLines, type Event } from "../../helpers/fixture.js";
import { runCli } from "../../helpers/run-in-process.js";

const MODES = ["read-only", "workspace-write", "danger-full-access"] as const;
type Mode = (typeof MODES)[number];

const narrower = (one: Mode, other: Mode): Mode =>
  MODES[Math.min(MODES.indexOf(one), MODES.indexOf(other))] ?? one;

/** What codex's own config says, and the sandbox that is in force by that alone. */
type Codex = [name: string, toml: (workdir: string) => string, inForce: Mode];

const CODEX: readonly Codex[] = [
  ["nothing", () => "", "read-only"],
  ...MODES.map((mode): Codex => [mode, () => `sandbox_mode = "${mode}"\n`, mode]),
  [
    "a trusted directory",
    (workdir) => `[projects."${workdir}"]\ntrust_level = "trusted"\n`,
    "workspace-write",
  ],
];

test.each(CODEX)(
  "under %s in codex's config, a project's sandbox narrows and never widens",
  async (_, toml, inForce) => {
    await withProject(toml, async (engine, project) => {
      const came = [];
      for (const mode of MODES) came.push(await run(engine, await project({ sandbox: mode }), []));
      expect(came).toEqual(
        MODES.map((mode) => ({
          exit: 0,
          sandbox: narrower(mode, inForce),
          warnings: warned(mode, inForce) ? 1 : 0,
        })),
      );
    });
  },
);

test("the user's own words, trust and flags come before codex's config", async () => {
  await withProject(
    () => "",
    async (engine, project) => {
      const file = await project({ sandbox: "workspace-write" });
      const own = await userConfig(engine, { sandbox: "danger-full-access" });
      const trusting = await userConfig(engine, { trust: [engine.workdir] }, "trusting");
      const wide = { exit: 0, sandbox: "workspace-write", warnings: 0 };
      expect([
        await run(engine, file, ["--trust-project-config"]),
        await run(engine, file, ["--sandbox", "workspace-write"]),
        await run(engine, file, [], own),
        await run(engine, file, [], trusting),
        await run(engine, file, ["--sandbox", "read-only"], trusting),
      ]).toEqual([wide, wide, wide, wide, { ...wide, sandbox: "read-only" }]);
    },
  );
});

test("a thread that goes on keeps its own sandbox, unless the project's is narrower", async () => {
  await withProject(
    () => "",
    async (engine, project) => {
      const went = [];
      for (const own of ["read-only", "workspace-write"] as const) {
        for (const mode of ["read-only", "workspace-write"] as const) {
          await run(engine, await project({}), ["--sandbox", own]);
          const came = await run(engine, await project({ sandbox: mode }), [], {}, "resume");
          went.push([own, mode, came]);
        }
      }
      expect(went).toEqual([
        ["read-only", "read-only", { exit: 0, sandbox: "read-only", warnings: 0 }],
        ["read-only", "workspace-write", { exit: 0, sandbox: "read-only", warnings: 1 }],
        ["workspace-write", "read-only", { exit: 0, sandbox: "read-only", warnings: 0 }],
        [
          "workspace-write",
          "workspace-write",
          { exit: 0, sandbox: "workspace-write", warnings: 0 },
        ],
      ]);
    },
  );
});

test("a permission profile of the user's own stays in force", async () => {
  const profile =
    'default_permissions = "careful"\n[permissions.careful.filesystem]\n":root" = "read"\n';
  await withProject(
    () => profile,
    async (engine, project) => {
      const plain = await run(engine, await project({}), []);
      const came = [];
      for (const mode of MODES) came.push(await run(engine, await project({ sandbox: mode }), []));
      expect([plain.exit, ...came]).toEqual([0, ...MODES.map(() => ({ ...plain, warnings: 1 }))]);
    },
  );
});

/** What is wider than anything is named without a look at codex's config. */
const warned = (mode: Mode, inForce: Mode): boolean =>
  mode === "danger-full-access" || narrower(mode, inForce) !== mode;

async function run(
  engine: Engine,
  file: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  command: "run" | "resume" = "run",
) {
  const place = placeOf(engine);
  const words = command === "run" ? ["run"] : ["resume", "--last"];
  const { exit, stdout, stderr } = await runCli([...words, "--json", ...flags, "Go."], {
    ...place,
    env: { ...place.env, ...env },
  });
  const [started] = readLines<Event>(stdout);
  const lines = stderr.split("\n").filter((line) => line.startsWith("warning: "));
  const warnings = lines.filter((line) => line.startsWith(`warning: ${file}: ignored sandbox`));
  expect(lines).toEqual(warnings);
  return { exit, sandbox: started?.["sandbox"], warnings: warnings.length };
}

/** An engine, and a way to write the config file of its project. */
async function withProject(
  toml: (workdir: string) => string,
  use: (engine: Engine, project: (config: object) => Promise<string>) => Promise<void>,
): Promise<void> {
  const scenario = {
    description: "Answers.",
    responses: [{ say: [{ text: "Done." }] }],
    then: "repeat-last" as const,
  };
  await withEngine({ scenario }, async (engine) => {
    const config = join(engine.codexHome, "config.toml");
    await writeFile(config, toml(engine.workdir), { flag: "a" });
    await use(engine, async (says) => {
      const path = join(engine.workdir, ".turnpiperc.json");
      await writeFile(path, JSON.stringify(says));
      return path;
    });
  });
}

async function userConfig({ codexHome }: Engine, config: object, name = "config") {
  const XDG_CONFIG_HOME = join(codexHome, "..", name);
  await mkdir(join(XDG_CONFIG_HOME, "turnpipe"), { recursive: true });
  await writeFile(join(XDG_CONFIG_HOME, "turnpipe", "config.json"), JSON.stringify(config));
  return { XDG_CONFIG_HOME };
}
