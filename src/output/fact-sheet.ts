import type { Paint } from "./colour.js";
import { oneLine } from "./plain-text.js";
import { widest } from "./table.js";

/** Renders names and values in two columns; empty values are left out. */
export function factSheet(
  facts: readonly (readonly [name: string, value: string | null])[],
  paint: Paint,
): string {
  const known = facts.flatMap(([name, value]) => {
    const text = oneLine(value ?? "");
    return text === "" ? [] : [[name, text] as const];
  });
  const width = widest(
    "",
    known.map(([name]) => name),
  );
  return known.map(([name, value]) => `${paint("dim", name.padEnd(width))}  ${value}\n`).join("");
}
