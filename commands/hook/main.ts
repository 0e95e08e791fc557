import type { World } from "../../src/runtime.js";
import { complain } from "../complain.js";
import { runtimeOf } from "../runtime.js";
import { readHookCall } from "./command-line.js";
import { runHook } from "./run.js";

/** `turnpipe review hook run`, as the installed hook calls it; everything else goes the usual way. */
export async function main(world: World): Promise<number> {
  try {
    const call = readHookCall(world.argv);
    if (call !== undefined) return await runHook(call, world);
  } catch (error) {
    return complain(error, runtimeOf(world));
  }
  const { main: usual } = await import("../main.js");
  return usual(world);
}
