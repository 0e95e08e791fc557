import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

import {
  isCodexUnknownSessionError,
  parseCodexJsonl,
} from "@paperclipai/adapter-codex-local/server";
import { parseCodexStdoutLine } from "@paperclipai/adapter-codex-local/ui";

/** Runs `codex exec --json` as the adapter does, and gives what its parsers make of the output. */
async function parsed(place, args) {
  const child = spawn("codex", ["exec", "--json", ...args, "-"], {
    cwd: place.workdir,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end("First.");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return {
    turn: parseCodexJsonl(stdout),
    shown: lines.flatMap((line) => parseCodexStdoutLine(line, "2026-01-01T00:00:00.000Z")),
    lost: isCodexUnknownSessionError(stdout, stderr),
  };
}

export const turn = (place) => parsed(place, []);
export const lost = (place) => parsed(place, ["resume", "00000000-0000-7000-8000-000000000000"]);
