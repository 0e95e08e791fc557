import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { bundle, outputOf } from "./helpers/bundle.js";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

await rm(dist, { recursive: true, force: true });
try {
  // The entry stands alone: it starts the server before the rest, `main`, is even read.
  const apart = ["commands/main.ts", "commands/hook/main.ts"];
  // So does the hook: a push waits for it, and every file that is loaded takes a moment.
  const late = ["commands/hook/review-range.ts", "config/load.ts", "config/resolve.ts"];
  const rest = ["commands/main.ts", ...late];
  const files = [
    ...(await bundle({ turnpipe: "bin/turnpipe.ts" }, dist, { apart })),
    ...(await bundle({ hook: "commands/hook/main.ts" }, dist, { apart: rest })),
    ...(await bundle(Object.fromEntries(rest.map((file) => [outputOf(file), file])), dist)),
  ];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(`dist: ${files.length} files, ${Math.round(bytes / 1024)} KiB\n`);
} catch (error) {
  // esbuild has already printed its own complaints, with file and line.
  if (!(error instanceof Error && "errors" in error)) throw error;
  process.exitCode = 1;
}
