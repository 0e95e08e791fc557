import type { SendSignal } from "../../src/process/launcher.js";

/** What `bin` hands to the launcher. */
export const sendSignal: SendSignal = (pid, signal) => process.kill(pid, signal);
