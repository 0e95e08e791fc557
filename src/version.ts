import { readFileSync } from "node:fs";

declare const __TURNPIPE_VERSION__: string | undefined;

/** The version of turnpipe: inlined by the build, read from package.json when run from source. */
export const VERSION: string =
  typeof __TURNPIPE_VERSION__ === "string" ? __TURNPIPE_VERSION__ : versionFromSource();

function versionFromSource(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return (manifest as { version: string }).version;
}
