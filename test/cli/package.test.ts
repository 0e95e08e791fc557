import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { build, transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

import { enginePath } from "../helpers/app-server.js";
import {
  installPackage,
  programOnPath,
  type InstalledPackage,
} from "../helpers/installed-package.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

let there: InstalledPackage;
beforeAll(async () => {
  there = await installPackage();
});
afterAll(() => there.remove());

const execute = promisify(execFile);

test("the package has the program, the library, the schemas and the texts, and depends on nothing", async () => {
  const files = await readdir(there.folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(there.folder, "package.json"), "utf8")) as Record<
    string,
    unknown
  >;
  expect({
    others: files
      .filter(
        (file) => !/^dist\/(?:chunks|late|schema)\/|^(?:docs|man)\/|^(?:bin|dist)$/.test(file),
      )
      .sort(),
    dependencies: manifest["dependencies"],
    optional: Object.keys(manifest["optionalDependencies"] as object),
  }).toEqual({
    others: [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin/turnpipe.js",
      "dist/chunks",
      "dist/codex.js",
      "dist/hook.js",
      "dist/late",
      "dist/main.js",
      "dist/main.js.LEGAL.txt",
      "dist/parse-events.d.ts",
      "dist/parse-events.js",
      "dist/schema",
      "dist/turnpipe.js",
      "docs",
      "man",
      "package.json",
    ],
    dependencies: undefined,
    optional: ["@openai/codex"],
  });
});

test("npm puts every manual page where man finds it", async () => {
  const [found, shipped] = await Promise.all([
    readdir(join(there.dir, "prefix/share/man/man1")),
    readdir(join(there.folder, "man")),
  ]);
  expect(found.sort()).toEqual(shipped.sort());
});

test("all the program imports is in the package or in Node", async () => {
  const files = await readdir(join(there.folder, "dist"), { recursive: true });
  const { metafile } = await build({
    ...{ absWorkingDir: join(there.folder, "dist"), outdir: "out", write: false, metafile: true },
    entryPoints: files.filter((file) => file.endsWith(".js")),
    ...{ bundle: true, splitting: true, packages: "external", format: "esm", platform: "node" },
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const packages = imports.filter(({ external, path }) => external && !isBuiltIn(path));
  // cosmiconfig names it in a loader for TypeScript files, which are never read.
  expect([...new Set(packages.map(({ path }) => path))]).toEqual(["typescript"]);
});

const isBuiltIn = (name: string): boolean =>
  process.getBuiltinModule(name.replace(/^node:/, "")) !== undefined;

test("after npm install --global it runs a turn with node and git alone on PATH", async () => {
  const args = ["run", "--demo=edit", "--json", "--result", "result.json", "Greet"];
  const { stdout } = await there.run(there.turnpipe, args, { TURNPIPE_CODEX: enginePath() });
  const last = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
  const { type, exit_code, work } = last;
  expect({ type, exit_code, work }).toMatchObject({
    type: "turn.completed",
    exit_code: 0,
    work: { commands_ok: 2, files_changed: 2 },
  });
});

test("without the optional codex it says which command installs one, and exits 5", async () => {
  const error: unknown = await there
    .run(there.turnpipe, ["run", "-q", "--demo"])
    .catch((e: unknown) => e);
  const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
  expect({ code, stdout, named: stderr.includes("npm i -g @openai/codex") }).toEqual({
    code: 5,
    stdout: "",
    named: true,
  });
});

test("npx runs it from an empty cache", async () => {
  const args = ["--offline", "--yes", `--package=${there.tarball}`, "turnpipe", "--version"];
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    version: string;
  };
  expect((await there.run(programOnPath("npx"), args)).stdout).toBe(`${version}\n`);
});

/** A program of a user, who has TypeScript but no zod. */
const CONSUMER = `
import { InvalidEventLine, parseEvents } from "turnpipe";
import type { ThreadEvent, ThreadItem, TurnCompletedEvent, Usage } from "turnpipe";
import events from "turnpipe/schema/events.json" with { type: "json" };

declare const process: { stdin: AsyncIterable<Uint8Array> };
declare const console: { log(line: string): void };

const ofItem = (item: ThreadItem): string =>
  item.type === "command_execution" ? \`\${item.command} = \${item.exit_code}\` : item.type;

const tokens = (usage: Usage | null): number => (usage === null ? 0 : usage.output_tokens);

function text(event: ThreadEvent): string {
  switch (event.type) {
    case "item.completed":
      return ofItem(event.item);
    case "turn.completed": {
      const last: TurnCompletedEvent = event;
      return \`\${last.final_message} \${tokens(last.turn_usage)}\`;
    }
    case "turn.failed":
      return event.error.cause;
    default:
      return event.type;
  }
}

console.log(events.title);
try {
  for await (const event of parseEvents(process.stdin, { maxLineLength: 1e6 })) {
    console.log(event.type === "unknown" ? \`? \${String(event.event["type"])}\` : text(event));
  }
} catch (error) {
  if (!(error instanceof InvalidEventLine)) throw error;
  console.log(\`line \${error.line}\`);
}
`;

/** Compiles if the declarations that are shipped are those of the source. */
const SAME = `
import * as shipped from "turnpipe";
import * as source from "${ROOT}src/dialect/parse-events.js";

export const reads: [typeof source.parseEvents, typeof shipped.parseEvents] = [
  shipped.parseEvents,
  source.parseEvents,
];
export const fails: [typeof source.InvalidEventLine, typeof shipped.InvalidEventLine] = [
  shipped.InvalidEventLine,
  source.InvalidEventLine,
];
`;

test("a TypeScript program of a user compiles and reads events, without zod", async () => {
  const app = join(there.dir, "app");
  const write = (name: string, body: string) => writeFile(join(app, name), body);
  await mkdir(join(app, "node_modules"));
  await symlink(there.folder, join(app, "node_modules/turnpipe"));
  await write("consumer.mts", CONSUMER);
  await write("same.mts", SAME);
  const strict = ["--strict", "--target", "es2023", "--module", "nodenext", "--resolveJsonModule"];
  const own = ["--ignoreConfig", "--types", "", "--outDir", "out"];
  await execute(process.execPath, [TSC, ...strict, ...own, "consumer.mts"], { cwd: app });
  const both = [...strict, "--noEmit", "--skipLibCheck", "--ignoreConfig", "same.mts"];
  await execute(
    process.execPath,
    [TSC, ...both, "--typeRoots", `${ROOT}node_modules/@types`, "--types", "node"],
    {
      cwd: app,
    },
  );
  const events = [
    { type: "turn.started" },
    { type: "turn.paused" },
    { type: "error", message: "m" },
  ];
  const reading = execute(process.execPath, [join(app, "out/consumer.mjs")], { cwd: app });
  reading.child.stdin?.end(`${events.map((event) => JSON.stringify(event)).join("\n")}\n{"ty`);
  expect((await reading).stdout.split("\n")).toEqual([
    "a line of --json of a turn",
    "turn.started",
    "? turn.paused",
    "error",
    "line 4",
    "",
  ]);
});

test("an older Node gets a sentence and exit 2, without loading the program", async () => {
  const old = join(there.dir, "old.cjs");
  await writeFile(old, `Object.defineProperty(process.versions, "node", { value: "16.20.2" });`);
  const bin = join(there.folder, "bin/turnpipe.js");
  await expect(
    there.run(process.execPath, ["--require", old, bin, "run", "x"]),
  ).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr:
      "turnpipe: this is Node 16.20.2, turnpipe needs 20.19 or newer\n" +
      "hint: install one from https://nodejs.org, or with your version manager\n",
  });
});

test("Node 14 can parse the file that says so", async () => {
  const script = await readFile(join(there.folder, "bin/turnpipe.js"), "utf8");
  const [old, latest] = await Promise.all(
    ["node14.8", "esnext"].map((target) => transform(script, { target, format: "esm" })),
  );
  expect(old).toEqual(latest);
});
