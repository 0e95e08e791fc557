import type { Runtime } from "../context.js";
import { redactWord } from "../redact/settings.js";
import type { Notes } from "./session.js";
import { stdioTransport } from "../transport/stdio.js";
import type { Transport } from "../transport/transport.js";
import type { ServerOptions } from "./server-spec.js";
import { serverSpec } from "./server-spec.js";

/** Starts a server and connects to it; records the connection, or replays one, where asked to. */
export function connect(options: ServerOptions, runtime: Runtime, notes: Notes): Transport {
  const start = (): Transport => {
    const spec = serverSpec(options, runtime);
    runtime.secrets.addAssignments(options.config);
    const transport = stdioTransport(runtime.launcher.launch(spec), spec.greeting);
    notes.note(`server: ${[spec.file, ...spec.args].map(redactWord).join(" ")}`);
    return transport;
  };
  return runtime.tape?.connect(start) ?? start();
}
