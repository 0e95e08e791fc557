import { appendFileSync, closeSync, fchmodSync, openSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { CliError, reasonOf } from "../../src/errors.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { Runtime } from "../../src/runtime.js";

/** A value as a JSON line, with what is secret hidden. */
export type ToLine = (value: object) => string;

/** A file that gets a line at once whenever something happens. */
export interface Notebook {
  write(value: object): void;
  close(): void;
}

/** Opens the file of `--record`. What goes wrong with it later is told once, and is no end of a run. */
export function openNotebook(
  file: string,
  { cwd, stderr }: Pick<Runtime, "cwd" | "stderr">,
  toLine: ToLine = JSON.stringify,
): Notebook {
  const paper = open(file, resolve(cwd, file));
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

function open(file: string, path: string): number {
  try {
    // A pipe without a reader would keep us waiting for ever.
    const there = statSync(path, { throwIfNoEntry: false });
    if (there !== undefined && !there.isFile()) throw new Error("not a plain file");
    const paper = openSync(path, "w", OWN);
    // One that was there already may have been open to others.
    fchmodSync(paper, OWN);
    return paper;
  } catch (error) {
    throw new CliError("input", `--record ${file}: cannot be written: ${reasonOf(error)}`);
  }
}

const OWN = 0o600;
