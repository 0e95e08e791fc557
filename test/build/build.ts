import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { bundle, bundleProgram } from "./bundle.js";
import { FIXTURES, MCP_SERVER } from "../helpers/fixture.js";
import { writeLibrary } from "./library.js";
import { manPages } from "./man-pages.js";

const [dist, man] = ["../../dist", "../../man"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
) as [string, string];

await Promise.all([dist, man].map((folder) => rm(folder, { recursive: true, force: true })));
await mkdir(man);
try {
  const files = [
    ...(await bundleProgram(dist)),
    ...(await bundle({ "parse-events": "src/dialect/parse-events.ts" }, dist)),
  ];
  await writeLibrary(dist);
  for (const [name, page] of Object.entries(await manPages())) {
    await writeFile(join(man, name), page);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await build({
    ...{ entryPoints: [`${FIXTURES}/bin/mcp-server.mjs`], outfile: MCP_SERVER },
    ...{ bundle: true, platform: "node", format: "esm", logLevel: "warning" },
  });
  process.stdout.write(`dist: ${files.length} files, ${Math.round(bytes / 1024)} KiB\n`);
} catch (error) {
  // esbuild has already printed its own complaints, with file and line.
  if (!(error instanceof Error && "errors" in error)) throw error;
  process.exitCode = 1;
}
