import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run test:nodes`: the built program on other versions of Node, on bun and on deno, each from its npm package.
 * They are kept in `$XDG_CACHE_HOME/turnpipe-nodes`, 120 MB each.
 */
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BIN = join(ROOT, "bin/turnpipe.js");
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "turnpipe-nodes");

/** Too old for us: each has to say so. */
const OLD = ["node@14", "node@16", "node@18", "node@20.18.3"];
const SUPPORTED = ["node@20.19.0", "node@20", "node@22", "node@24"];

const LIBRARY = `
import { parseEvents } from ${JSON.stringify(join(ROOT, "dist/parse-events.js"))};
for await (const event of parseEvents('{"type":"turn.started"}')) console.log(event.type);
`;

interface Ending {
  status: number;
  stdout: string;
  stderr: string;
}

const finished = (file: string, args: readonly string[]): Promise<Ending> =>
  new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { cwd: CACHE, timeout: 120_000 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        resolve({ status: typeof code === "number" ? code : -1, stdout, stderr });
      },
    );
    child.stdin?.end();
  });

/** Installs a package and returns its program. */
async function installed(name: string, path: string): Promise<string> {
  // npm takes a folder of that name for the package.
  const folder = join(CACHE, name.replace("@", "-"));
  const program = join(folder, "node_modules", path);
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), "{}");
  const { stderr } = await finished("npm", ["install", "--prefix", folder, "--no-audit", name]);
  if (!existsSync(program)) throw new Error(`${name} cannot be installed: ${stderr}`);
  return program;
}

let failures = 0;

function report(name: string, what: string, isRight: boolean, { status, stderr }: Ending): void {
  if (!isRight) failures++;
  const more = isRight ? "" : `: exit ${status} ${stderr.slice(0, 400)}`;
  process.stdout.write(`${isRight ? "ok" : "FAILED"}  ${name}  ${what}${more}\n`);
}

async function checkOld(name: string): Promise<void> {
  const ending = await finished(await installed(name, ".bin/node"), [BIN, "--version"]);
  const isSentence = /^turnpipe: this is Node [\d.]+, turnpipe needs .*\nhint: .*\n$/;
  const isRight = ending.status === 2 && ending.stdout === "" && isSentence.test(ending.stderr);
  report(name, "says that it is too old", isRight, ending);
}

async function checkSupported(
  name: string,
  file: string,
  before: readonly string[],
): Promise<void> {
  const run = (...args: string[]): Promise<Ending> => finished(file, [...before, BIN, ...args]);
  const turn = await run("run", "--json", "--demo=edit", "Greet");
  const last = turn.stdout.trimEnd().split("\n").at(-1) ?? "";
  report(name, "run", turn.status === 0 && last.includes('"type":"turn.completed"'), turn);
  const review = await run("review", "--demo");
  report(name, "review", review.status === 3 && review.stdout.includes("P1"), review);
  const refused = await run("run", "-q", "--demo=unauthorized", "Hello");
  report(name, "exit status of a failure", refused.status === 4, refused);
  const library = await finished(file, [...before, join(CACHE, "library.mjs")]);
  report(name, "library", library.stdout === "turn.started\n", library);
}

await mkdir(CACHE, { recursive: true });
await writeFile(join(CACHE, "library.mjs"), LIBRARY);
for (const name of OLD) await checkOld(name);
for (const name of SUPPORTED) await checkSupported(name, await installed(name, ".bin/node"), []);
await checkSupported("bun", await installed("bun@1", ".bin/bun"), []);
await checkSupported("deno", await installed("deno@2", ".bin/deno"), ["run", "-A"]);
process.exitCode = failures === 0 ? 0 : 1;
