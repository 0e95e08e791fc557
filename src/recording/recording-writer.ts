import { appendFileSync, closeSync, constants, fchmodSync, openSync } from "node:fs";
import { resolve } from "node:path";

import { CliError, reasonOf } from "../outcome/errors.js";
import { targetOf } from "../output/target.js";
import { diagnostic } from "../text/diagnostic.js";
import type { Runtime } from "../context.js";

/** A value as a JSON line, with what is secret hidden. */
export type ToLine = (value: object) => string;

/** A file that gets a line at once whenever something happens. */
export interface RecordingWriter {
  write(value: object): void;
  close(): void;
}

/** Opens the file of `--record`. What goes wrong with it later is told once, and is no end of a run. */
export function openRecording(
  file: string,
  { cwd, stdout, stderr }: Pick<Runtime, "cwd" | "stdout" | "stderr">,
  toLine: ToLine = JSON.stringify,
): RecordingWriter {
  const paper = open(file, resolve(cwd, file), { stdout, stderr });
  let good = true;
  return {
    write(value) {
      if (!good) return;
      try {
        appendFileSync(paper, `${toLine(value)}\n`);
      } catch (error) {
        good = false;
        const words = `--record ${file}: ${reasonOf(error)}: the recording ends here`;
        stderr.write(`warning: ${diagnostic(words)}\n`);
      }
    },
    close() {
      good = false;
      closeSync(paper);
    },
  };
}

function open(file: string, path: string, own: Pick<Runtime, "stdout" | "stderr">): number {
  try {
    if (file === "-")
      throw new Error("stdout is for the answer: name a file (./- if it is called so)");
    const target = targetOf(path, own);
    // A pipe may have no reader; what stdout goes to is not ours to empty.
    if (target.kind !== "file") throw new Error("it is not a file of its own");
    const paper = openSync(target.path, EMPTIED, OWN);
    // One that was there already may have been open to others.
    fchmodSync(paper, OWN);
    return paper;
  } catch (error) {
    throw new CliError("input", `--record ${file}: cannot be written: ${reasonOf(error)}`);
  }
}

const OWN = 0o600;

/** Never in a way that waits for a reader, whatever is there by now. */
const EMPTIED = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK;
