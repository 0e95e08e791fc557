import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { FIXTURES } from "./engine-scenario.js";

/** Where a recording comes from. */
interface Origin {
  readonly codex: string;
  readonly date: string;
  readonly made: string;
}

export type Manifest = Readonly<Record<string, Origin>>;

const PATH = join(FIXTURES, "manifest.json");

export const readManifest = async (): Promise<Manifest> =>
  (JSON.parse(await readFile(PATH, "utf8")) as { turns: Manifest }).turns;

/** Writes the manifest, its cases in order of their names. */
export async function writeManifest(turns: Manifest): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(turns).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  await writeFile(PATH, `${JSON.stringify({ turns: sorted }, null, 2)}\n`);
}
