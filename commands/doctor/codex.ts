import { closeSync, constants, openSync, readSync } from "node:fs";

import type { RunContext } from "../../src/context.js";
import { checkVersion } from "../../src/protocol/versions/check-version.js";
import { codexProgram, type ServerOptions } from "../../src/session/server-spec.js";
import type { CheckLimits, CheckRow } from "./check.js";
import { check } from "./check.js";

/** Finds the codex that would be started and checks its version. */
export async function findProgram(
  options: ServerOptions,
  runContext: RunContext,
  limits: CheckLimits,
): Promise<{ native: string | undefined; row: CheckRow }> {
  let native: string | undefined;
  const row = await check(
    "codex",
    limits,
    async (until) => {
      const located = codexProgram(options, runContext);
      native = located.native;
      const versionText = await runContext.launcher.versionOf(native, until);
      return programFinding({ ...located, versionText }, isScript(native));
    },
    { late: "server_unreachable" },
  );
  return { native, row };
}

interface Program {
  /** What was found on the PATH or configured. */
  program: string;
  /** The binary that is started. */
  native: string;
  /** The output of `--version`. */
  versionText: string | undefined;
}

/** Describes the program; throws if it is too old. */
export function programFinding({ program, native, versionText }: Program, script: boolean) {
  const version = /\d{1,9}\.\d{1,9}\.\d{1,9}\S*/.exec(versionText ?? "")?.[0] ?? null;
  const kind = program !== native ? "launcher" : script ? "script" : "native";
  const details = { program, native, kind, version };
  const where = {
    launcher: `${native}, started without its launcher ${program}`,
    script: `the script ${native}`,
    native,
  }[kind];
  if (version === null) {
    return {
      status: "warn" as const,
      summary: `${where} does not report a version`,
      hint: "is this codex? point --codex or TURNPIPE_CODEX at it",
      details,
    };
  }
  checkVersion(version);
  return { summary: `codex ${version}: ${where}`, details };
}

function isScript(path: string): boolean {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const head = Buffer.alloc(2);
    readSync(file, head, 0, 2, 0);
    return head.toString("latin1") === "#!";
  } finally {
    closeSync(file);
  }
}
