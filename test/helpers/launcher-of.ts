import type { Launcher, ServerProcess } from "../../src/process/launcher.js";

/** A launcher of one server, greeted as a real launcher does it; it runs nothing else. */
export const launcherOf = (server: ServerProcess): Launcher => ({
  startEarly: () => undefined,
  launch({ initialInput }) {
    server.stdin?.write(`${initialInput}\n`);
    return server;
  },
  run: () => Promise.reject(new Error("no other program can be run here")),
  versionOf: () => Promise.resolve(undefined),
  startDetached: () => undefined,
  killAll: () => undefined,
});
