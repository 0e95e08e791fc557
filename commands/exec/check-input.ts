import { resolve } from "node:path";

import { repositoryRoot } from "../../src/files/repository-root.js";
import { isDirectory, readJson } from "../../src/input/files.js";
import { CliError } from "../../src/outcome/errors.js";
import { CodexError } from "./codex-error.js";
import type { ExecOptions } from "./options.js";

/** The working directory of codex exec, with links unresolved. */
export function execDirectory({ cd = "." }: Pick<ExecOptions, "cd">, cwd: string): string {
  const path = resolve(cwd, cd);
  if (isDirectory(path)) return path;
  throw new CodexError("input", "Error: No such file or directory (os error 2)");
}

/** Reads the schema of a turn; a review takes none. */
export async function execSchema(
  { task, outputSchema: file }: Pick<ExecOptions, "task" | "outputSchema">,
  from: { cwd: string; signal: AbortSignal },
): Promise<unknown> {
  if (task.kind === "review" || file === undefined) return null;
  try {
    return await readJson("--output-schema", file, from);
  } catch (error) {
    throw await schemaError(file, error);
  }
}

async function schemaError(file: string, error: unknown): Promise<unknown> {
  if (!(error instanceof CliError) || !(error.cause instanceof Error)) return error;
  const { osErrorText } = await import("../../src/codex-output/os-error.js");
  return error.cause instanceof SyntaxError
    ? new CodexError(
        "input",
        `Output schema file ${file} is not valid JSON: ${error.cause.message}`,
      )
    : new CodexError("input", `Failed to read output schema file ${file}: ${osErrorText(error)}`);
}

/** Rejects a directory outside a repository, unless that is allowed. */
export function requireTrustedDirectory(
  { skipGitRepoCheck, bypass }: Pick<ExecOptions, "skipGitRepoCheck" | "bypass">,
  workdir: string,
): void {
  if (skipGitRepoCheck || bypass || repositoryRoot(workdir) !== undefined) return;
  throw new CodexError("usage", UNTRUSTED);
}

const UNTRUSTED = "Not inside a trusted directory and --skip-git-repo-check was not specified.";
