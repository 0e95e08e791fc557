import type { RunContext } from "../context.js";
import { redactAssignment } from "../redact/settings.js";
import type { Notes } from "./session.js";
import { STARTUP_MS } from "../protocol/app-server.js";
import { restartSilent } from "../transport/restart-silent.js";
import { stdioTransport } from "../transport/stdio.js";
import type { Transport } from "../transport/transport.js";
import { startupErrorIn } from "./closed-error.js";
import type { ServerOptions } from "./server-spec.js";
import { serverSpec } from "./server-spec.js";

/** Starts a server, or connects to a running one; records the connection, or replays one, where asked to. */
export async function connect(
  options: ServerOptions,
  runContext: RunContext,
  notes: Notes,
): Promise<Transport> {
  const { recordingContext } = runContext;
  runContext.secrets.addAssignments(options.config);
  const open =
    options.connect === undefined || recordingContext?.isReplay === true
      ? () => startServer(options, runContext, notes)
      : // Loaded on demand: most runs start a server of their own.
        await (
          await import("./running-server.js")
        ).runningServer(options.connect, runContext, notes);
  return recordingContext?.connect(open) ?? open();
}

function startServer(options: ServerOptions, runContext: RunContext, notes: Notes): Transport {
  const { startupMs = STARTUP_MS } = options;
  const start = (): Transport => {
    const spec = serverSpec(options, runContext);
    const transport = stdioTransport(runContext.launcher.launch(spec), spec.initialInput);
    notes.note(`server: ${[spec.file, ...spec.args].map(redactAssignment).join(" ")}`);
    return transport;
  };
  return restartSilent(start, {
    // The second one has twice as long as the first.
    afterMs: startupMs / 3,
    onRestart: () => {
      notes.warn(`codex sent nothing within ${seconds(startupMs / 3)} s and was started again`);
    },
    isWorthRestart: ({ stderrTail }) => stderrTail.includes(LOST_RACE),
    saysWhy: (closing) => startupErrorIn(closing) !== undefined,
  });
}

/** Of several servers that start at once in a new CODEX_HOME, codex 0.166 lets one create the databases. */
const LOST_RACE = "failed to initialize sqlite state runtime";

const seconds = (ms: number): string => String(Math.round(ms / 100) / 10);
