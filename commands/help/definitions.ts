import wrapText from "../../src/output/text-wrap.js";

/** Lays out terms and their meanings in two columns. */
export function definitions(terms: Readonly<Record<string, string>>, columns: number): string {
  const names = Object.keys(terms);
  const left = Math.max(...names.map((name) => name.length)) + 4;
  return names
    .map((name) => {
      const rows = wrapText(terms[name] ?? "", Math.max(columns - left, MIN_COLUMNS)).split("\n");
      const indent = " ".repeat(left);
      return `  ${name}`.padEnd(left) + rows.join(`\n${indent}`);
    })
    .join("\n");
}

const MIN_COLUMNS = 20;
