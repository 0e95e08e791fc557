import type { World } from "../src/context.js";
import { reportError } from "./cli/report-error.js";
import { exec } from "./exec/exec.js";
import { parsePlain } from "./cli/parse.js";
import { createRunContext } from "./cli/run-context.js";
import { commandFor } from "./registry.js";

/** Runs a command line and returns the exit status. */
export async function main(world: World): Promise<number> {
  const runContext = createRunContext(world);
  const argv = withDemoName(world.argv);
  try {
    if (argv[0] === "__complete") {
      const { complete } = await import("./completion/complete.js");
      return await complete(runContext, commandFor);
    }
    if (isExec(argv)) return await exec(argv, runContext);
    const command = await commandFor(argv);
    const plain = command === undefined ? undefined : parsePlain(argv, command.flags);
    if (command !== undefined && plain !== undefined)
      return await command.execute(plain, runContext);
    const { helpOrMistake } = await import("./cli/help-or-mistake.js");
    return await helpOrMistake(argv, command, runContext);
  } catch (error) {
    return reportError(error, runContext);
  }
}

/** Whether this is a codex exec command line; codex options may come before `exec`. */
const isExec = ([first = "", ...rest]: readonly string[]): boolean =>
  EXEC.has(first) || (/^-[^hV]/.test(first) && rest.some((word) => EXEC.has(word)));

const EXEC: ReadonlySet<string> = new Set(["exec", "e"]);

/** `--demo` alone means the first scenario; with a required value it would take the prompt. */
function withDemoName(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  const name = argv[0] === "review" ? "review" : "hello";
  return argv.map((word, at) =>
    word === "--demo" && (end === -1 || at < end) ? `--demo=${name}` : word,
  );
}
