import { closeSync, constants, openSync, readSync } from "node:fs";

import type { Runtime } from "../../src/context.js";
import { checkVersion } from "../../src/session/check-version.js";
import { codexProgram, type ServerOptions } from "../../src/session/server-spec.js";
import type { Limits, Row } from "./check.js";
import { check } from "./check.js";

/** Which codex is started, and whether it is one we know how to talk to. */
export async function findProgram(
  options: ServerOptions,
  runtime: Runtime,
  limits: Limits,
): Promise<{ native: string | undefined; row: Row }> {
  let native: string | undefined;
  const row = await check(
    "codex",
    limits,
    async (until) => {
      const located = codexProgram(options, runtime);
      native = located.native;
      const says = await runtime.launcher.versionOf(native, until);
      return programFinding({ ...located, says }, isScript(native));
    },
    { late: "server_unreachable" },
  );
  return { native, row };
}

interface Program {
  /** What was found at first. */
  program: string;
  /** What is started. */
  native: string;
  /** What it answers to `--version`. */
  says: string | undefined;
}

/** What is known of a program; throws for one that is too old. */
export function programFinding({ program, native, says }: Program, script: boolean) {
  const version = /\d{1,9}\.\d{1,9}\.\d{1,9}\S*/.exec(says ?? "")?.[0] ?? null;
  const kind = program !== native ? "launcher" : script ? "script" : "native";
  const details = { program, native, kind, version };
  const where = {
    launcher: `${native}, past the launcher ${program}`,
    script: `the script ${native}`,
    native,
  }[kind];
  if (version === null) {
    return {
      status: "warn" as const,
      summary: `${where} does not say which version it is`,
      hint: "is this codex? point --codex or TURNPIPE_CODEX at it",
      details,
    };
  }
  const warnings: string[] = [];
  checkVersion(version, (text) => warnings.push(text));
  const [rough] = warnings;
  return rough === undefined
    ? { summary: `codex ${version}: ${where}`, details }
    : {
        status: "warn" as const,
        summary: `${rough}: ${where}`,
        hint: "update it with: npm i -g @openai/codex@latest",
        details,
      };
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
