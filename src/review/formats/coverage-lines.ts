import type { Coverage } from "../coverage.js";
import { quoteName } from "../quote.js";

/** What of a change its reviewer did not look at, in words; nothing when it saw everything. */
export function coverageLines(coverage: Coverage | null | undefined): string[] {
  if (coverage === null || coverage === undefined) return [];
  const line = (state: "not_shown" | "ignored", words: string): string[] => {
    const count = coverage[state];
    if (count === 0) return [];
    const named = coverage.listed.filter((entry) => entry.state === state).slice(0, MOST_NAMED);
    const names = named.map(({ file, reason }) => `${quoteName(file)} (${reason})`);
    const rest = count - named.length;
    const all = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
    return [`${count === 1 ? "1 file" : `${count} files`} ${words}: ${all}`];
  };
  return [
    ...line("not_shown", "not shown to the reviewer"),
    ...line("ignored", "passed over as generated"),
  ];
}

const MOST_NAMED = 10;
