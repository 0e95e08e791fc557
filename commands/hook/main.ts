import type { World } from "../../src/context.js";
import { reportError } from "../cli/report-error.js";
import { createRunContext } from "../cli/run-context.js";
import { readHookCall } from "./command-line.js";
import { runHook } from "./run.js";

/** Runs `turnpipe review hook run` as the installed hook calls it; anything else goes to the usual main. */
export async function hookMain(world: World): Promise<number> {
  try {
    const call = readHookCall(world.argv);
    if (call !== undefined) return await runHook(call, world);
  } catch (error) {
    return reportError(error, createRunContext(world));
  }
  const { main } = await import("../main.js");
  return main(world);
}
