import type { Notes } from "./session.js";

/**
 * Warns of messages that could not be read: of each of the first few, then of their count whenever
 * it has grown tenfold, so that megabytes of noise do not become megabytes of warnings.
 */
export function malformedReports({ warn }: Notes): (problem: string) => void {
  let count = 0;
  let next = 10;
  return (problem) => {
    count++;
    if (count <= MAX_REPORTED) warn(`ignored a message from the server: ${problem}`);
    if (count === MAX_REPORTED) warn("more such messages are only counted");
    if (count < next) return;
    warn(`ignored ${String(count)} messages from the server so far, the last one: ${problem}`);
    next *= 10;
  };
}

const MAX_REPORTED = 5;
