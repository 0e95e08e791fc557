import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { CliError, errorMessage } from "../../src/outcome/errors.js";
import type { CheckResult } from "./check.js";

/** Checks that a file can be created there; it is removed at once. */
export async function checkHome(home: string, isSet: boolean): Promise<CheckResult> {
  const details = { path: home };
  const stat = statSync(home, { throwIfNoEntry: false });
  if (stat === undefined && !isSet) {
    return { summary: `${home} does not exist yet: codex creates it`, details };
  }
  if (stat?.isDirectory() !== true) {
    throw new CliError("config", `CODEX_HOME is ${home}, which is not a directory`, {
      hint: "codex does not create it: create it yourself, or set CODEX_HOME to another",
    });
  }
  const probe = join(home, `.turnpipe-doctor-${randomUUID()}`);
  try {
    await writeFile(probe, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new CliError("failed", `${home} cannot be written to: ${errorMessage(error)}`, {
      hint: "codex stores logins and threads there: make it writable, or set CODEX_HOME to another",
    });
  }
  await rm(probe, { force: true });
  return { summary: `${home} can be written to`, details };
}
