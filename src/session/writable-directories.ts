import { tmpdir } from "node:os";

import type { ThreadResult } from "../protocol/results.js";

/** The directories that the commands of a thread may write to in their sandbox. */
export function writableDirectories({ cwd, thread, sandbox }: ThreadResult): string[] {
  if (sandbox === undefined || sandbox === null || UNCONFINED.has(sandbox.type)) return [];
  const { writableRoots, excludeSlashTmp, excludeTmpdirEnvVar } = sandbox;
  const roots: unknown[] = Array.isArray(writableRoots) ? writableRoots : [];
  return [
    cwd ?? thread.cwd,
    ...roots,
    ...(excludeSlashTmp === true ? [] : ["/tmp"]),
    ...(excludeTmpdirEnvVar === true ? [] : [tmpdir()]),
  ].filter((path) => typeof path === "string");
}

/** These leave no mount points: without a sandbox, or without anything writable. */
const UNCONFINED: ReadonlySet<string> = new Set([
  "dangerFullAccess",
  "externalSandbox",
  "readOnly",
]);
