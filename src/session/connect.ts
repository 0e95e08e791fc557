import type { RunContext } from "../context.js";
import { redactAssignment } from "../redact/settings.js";
import type { Notes } from "./session.js";
import { stdioTransport } from "../transport/stdio.js";
import type { Transport } from "../transport/transport.js";
import type { ServerOptions } from "./server-spec.js";
import { serverSpec } from "./server-spec.js";

/** Starts a server and connects to it; records the connection, or replays one, where asked to. */
export function connect(options: ServerOptions, runContext: RunContext, notes: Notes): Transport {
  const start = (): Transport => {
    const spec = serverSpec(options, runContext);
    runContext.secrets.addAssignments(options.config);
    const transport = stdioTransport(runContext.launcher.launch(spec), spec.initialInput);
    notes.note(`server: ${[spec.file, ...spec.args].map(redactAssignment).join(" ")}`);
    return transport;
  };
  return runContext.recordingContext?.connect(start) ?? start();
}
