import { CliError } from "../src/errors.js";
import type { Cause } from "../src/outcome.js";
import type { World } from "../src/runtime.js";
import { complain } from "./complain.js";
import { quickRun } from "./quick.js";
import { run } from "./run.js";

/** The whole program: a command line in, an exit status out. */
export async function main(world: World): Promise<number> {
  const runtime = { ...world, stop: stopOn(world.stopAsked) };
  const argv = withDemoName(world.argv);
  try {
    const plain = quickRun(argv);
    if (plain !== undefined) return await run(plain, runtime);
    const { runCommandLine } = await import("./command-line.js");
    return await runCommandLine(argv, runtime);
  } catch (error) {
    return complain(error, runtime);
  }
}

/** `--demo` alone means the first scenario; as a flag with a value it would swallow the prompt. */
function withDemoName(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.map((word, at) =>
    word === "--demo" && (end === -1 || at < end) ? "--demo=hello" : word,
  );
}

/** The wish to stop, with its reason in our words. */
function stopOn(asked: AbortSignal): AbortController {
  const stop = new AbortController();
  const pass = (): void => {
    const signal = asked.reason as keyof typeof STOP_CAUSES;
    stop.abort(new CliError(STOP_CAUSES[signal], `stopped by ${signal}`));
  };
  if (asked.aborted) pass();
  else asked.addEventListener("abort", pass, { once: true });
  return stop;
}

const STOP_CAUSES = {
  SIGHUP: "hangup",
  SIGINT: "interrupted",
  SIGTERM: "terminated",
} as const satisfies Record<string, Cause>;
