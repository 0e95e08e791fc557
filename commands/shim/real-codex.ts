import type { RunContext } from "../../src/context.js";
import { CliError } from "../../src/outcome/errors.js";
import { codexProgram } from "../../src/session/server-spec.js";
import { userCodex } from "../cli/user-codex.js";

/** The codex that a link hands over to, or the error when there is none. */
export async function realCodex({
  env,
  cwd,
}: Pick<RunContext, "env" | "cwd">): Promise<string | CliError> {
  try {
    return codexProgram({ codex: await userCodex({ env, cwd }) }, { env, cwd }).program;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}
