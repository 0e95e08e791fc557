/**
 * Keeps Node's debugger closed. SIGUSR1 opens it, on a port where anybody on this machine may run code
 * as us. Loaded before everything else: from here on the signal does nothing. An earlier one is handled
 * by a thread of Node's at some time, before or long after this program is loaded; Node then emits
 * `internalMessage`, which is meant for the workers of a cluster.
 */
process.on("SIGUSR1", () => undefined);
process.on("internalMessage" as "message", (message) => {
  if ((message as { cmd?: unknown } | null)?.cmd === "NODE_DEBUG_ENABLED") close();
});

/** Closes a debugger that was open before this program was loaded, unless a Node option may have opened it. */
export function closeDebugger(): void {
  const options = `${process.execArgv.join(" ")} ${process.env["NODE_OPTIONS"] ?? ""}`;
  if (!MAY_DEBUG.test(options)) close();
}

/** The debugger's own options, and those that load code, which may open it. */
const MAY_DEBUG = /(?:^|\s)(?:--inspect|--require|--import|--experimental-loader|--loader|-r)/;

function close(): void {
  const inspector = process.getBuiltinModule("node:inspector");
  if (inspector.url() !== undefined) inspector.close();
}
