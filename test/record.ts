// Records turns on the real engine: npm run record -- NAME [NAME…] | --all
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { VERSION } from "../src/version.js";
import { withEngine } from "./helpers/engine.js";
import {
  OUR_VERSION,
  PLAYED,
  readCase,
  readLines,
  turnNames,
  TURNS,
  writeLines,
  FIXTURES,
} from "./helpers/fixture.js";
import {
  readManifest,
  writeManifest,
  scrub,
  scrubOutput,
  type Places,
} from "./helpers/recordings.js";
import { runCli, type Finished } from "./helpers/run-cli.js";

interface Line {
  readonly from?: "client" | "server";
  readonly turnpipe?: object;
}

/** Lives a turn once, writes the wire down, and prints what a replay of it prints. */
async function record(name: string): Promise<void> {
  const { live, lines, places } = await liveTurn(name);
  const wirePath = join(TURNS, name, "wire.jsonl");
  await writeFile(wirePath, writeLines(scrub(lines, places)));
  const replayed = await replay(name, wirePath);
  check(name, live, replayed, places);
  const golden = replayed.stdout.replaceAll(`"turnpipe_version":"${VERSION}"`, GOLDEN_VERSION);
  await writeFile(join(TURNS, name, "stdout.jsonl"), golden);
  await writeManifest({ ...(await readManifest()), [name]: origin(name, lines) });
  process.stdout.write(`${name}: ${lines.length} lines, exit ${String(live.exit)}\n`);
}

const GOLDEN_VERSION = `"turnpipe_version":"${OUR_VERSION}"`;

async function liveTurn(name: string): Promise<{ live: Finished; lines: Line[]; places: Places }> {
  const { scenario, args } = readCase(name);
  return withEngine({ scenario }, async ({ codexHome, codexPath, env, model, workdir }) => {
    const log = join(codexHome, "..", "wire.jsonl");
    const live = await runCli([...args, "--record", log], {
      cwd: workdir,
      // Some messages name a local time.
      env: { ...env, TZ: "UTC", TURNPIPE_CODEX: codexPath },
    });
    const places: Places = [
      [workdir, "/workdir"],
      [codexHome, "/codex-home"],
      [FIXTURES, "/fixtures"],
      [new URL(model.url).host, "127.0.0.1:8080"],
    ];
    const lines = readLines<Line>(await readFile(log, "utf8"));
    return { live, lines: lines.map((line) => withArgs(line, args)), places };
  });
}

/** Where it was recorded to is of no interest. */
const withArgs = (line: Line, argv: readonly string[]): Line =>
  line.turnpipe === undefined ? line : { ...line, turnpipe: { ...line.turnpipe, argv } };

const replay = (name: string, script: string): Promise<Finished> =>
  runCli([...readCase(name).args, ...PLAYED], { env: { FAKE_CODEX_SCRIPT: script } });

/** A replay that differs from life, or an end nobody expected, is no recording. */
function check(name: string, live: Finished, replayed: Finished, places: Places): void {
  const { exit } = readCase(name);
  if (live.exit !== exit || replayed.exit !== exit) {
    const ends = `live ${String(live.exit)}, replayed ${String(replayed.exit)}`;
    throw new Error(`${name}: expected exit ${exit}; ${ends}\n${live.stderr}\n${replayed.stderr}`);
  }
  const was = scrubOutput(live.stdout, places);
  const is = scrubOutput(replayed.stdout, places);
  const at = was.findIndex((line, index) => line !== is[index]);
  if (at === -1 && was.length === is.length) return;
  throw new Error(`${name}: the replay differs\nlive:     ${was[at]}\nreplayed: ${is[at]}`);
}

function origin(name: string, lines: readonly Line[]) {
  const hello = JSON.stringify(lines.find(({ from }) => from === "server"));
  return {
    codex: /codex_exec\/(\S+)/.exec(hello)?.[1] ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    made: `npm run record -- ${name}`,
  };
}

const asked = process.argv.slice(2);
const names = asked.includes("--all") ? turnNames() : asked;
if (names.length === 0) throw new Error("name a turn of fixtures/turns, or --all");
for (const name of names) await record(name);
