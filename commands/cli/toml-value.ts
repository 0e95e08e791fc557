import { parse } from "smol-toml";

/** A value as codex reads that of `-c key=value`: TOML, or else the text without quotes around it. */
export function tomlValue(text: string): unknown {
  try {
    return parse(`value = ${text.trim()}`, { integersAsBigInt: "asNeeded" })["value"];
  } catch {
    const signs = Array.from(text.trim());
    const isText = (sign: string): boolean => !QUOTES.has(sign);
    return signs.slice(signs.findIndex(isText), signs.findLastIndex(isText) + 1).join("");
  }
}

const QUOTES: ReadonlySet<string> = new Set(["'", '"']);
