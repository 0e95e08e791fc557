import { cellOf, type Cell } from "./expectation.js";
import { groups } from "./checks.js";
import { installCodex, newestVersions } from "./install.js";
import { withRelease } from "./release.js";
import { matrixTable, type Column } from "./table.js";

/** `npm run test:versions [-- V…]`: runs the core checks on releases of codex, one after the other. */
const VERSIONS = [
  ...["0.57.0", "0.60.1", "0.66.0", "0.72.0", "0.80.0", "0.92.0", "0.105.0", "0.110.0", "0.118.0"],
  ...["0.120.0", "0.130.0", "0.142.5", "0.144.6", "0.145.0", "0.150.0", "0.156.0", "0.160.0"],
  "0.166.0",
];
const wanted = process.argv.slice(2);
const versions = wanted.length > 0 ? wanted : [...VERSIONS, ...(await newestVersions())];
const columns: Column[] = [];
for (const version of versions) columns.push({ version, cells: await checkRelease(version) });
process.stdout.write(`\n${matrixTable(columns).join("\n")}\n`);
if (columns.some(({ cells }) => [...cells.values()].some(isWrong))) process.exitCode = 1;

/** Runs every check on a release, and prints each cell as it is known. */
async function checkRelease(version: string): Promise<Map<string, Cell>> {
  const column = new Map<string, Cell>();
  const codexPath = await installCodex(version);
  for (const { scenario, checks } of groups()) {
    await withRelease(codexPath, scenario, async (release) => {
      for (const [name, check] of Object.entries(checks)) {
        const started = Date.now();
        const cell = await check(release).then(() => "works" as const, cellOf);
        column.set(name, cell);
        const seconds = ((Date.now() - started) / 1000).toFixed(1);
        process.stdout.write(`${version} | ${name} | ${inWords(cell)} | ${seconds} s\n`);
      }
    });
  }
  return column;
}

function isWrong(cell: Cell): boolean {
  return typeof cell !== "string" && "wrong" in cell;
}

function inWords(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return "wrong" in cell ? `WRONG: ${cell.wrong}` : `refuses: ${cell.refuses}`;
}
