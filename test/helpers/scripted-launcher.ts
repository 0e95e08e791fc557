import { appendFileSync, readFileSync } from "node:fs";

import { playScript } from "../../fixtures/bin/script-player.mjs";
import {
  createLauncher,
  type Launcher,
  type LaunchSpec,
  type ServerProcess,
} from "../../src/process/launcher.js";
import { fakeChild, type FakeChild } from "./fake-child.js";
import { PLAYED } from "./fixture.js";

/** Starts processes as usual, but plays the script of fake-codex in this process. */
export function scriptedLauncher(): Launcher {
  const real = createLauncher((pid, signal) => void process.kill(pid, signal));
  return {
    ...real,
    launch: (spec) => (spec.file === PLAYED[1] ? scriptedChild(spec) : real.launch(spec)),
  };
}

function scriptedChild({ env, initialInput }: LaunchSpec): ServerProcess {
  const { FAKE_CODEX_SCRIPT: script = "", FAKE_CODEX_LOG: log } = env;
  // Only a script that hangs is not ended by the end of its input; the signals are those it ignores.
  let hangs: readonly NodeJS.Signals[] | undefined;
  const child: FakeChild = fakeChild({
    hear: (line) => player.hear(line),
    endInput: () => player.endInput(),
    ignores: (signal) => hangs?.includes(signal) === true,
  });
  const player = playScript(readFileSync(script, "utf8"), {
    say: child.say,
    complain: child.complain,
    note(text) {
      if (log !== undefined) appendFileSync(log, `${text}\n`);
    },
    start() {
      throw new Error("a script that starts programs needs a process: use run-cli.ts");
    },
    closeStdout: child.closeStdout,
    hang(ignored) {
      hangs = ignored;
      return new Promise(() => undefined);
    },
    die(signal) {
      child.die(null, signal);
      return new Promise(() => undefined);
    },
  });
  void player.done.then((status) => {
    child.die(status, null);
  });
  if (initialInput !== "") player.hear(initialInput);
  return child.process;
}
