import { shorten } from "../text/shorten.js";

/**
 * Quotes a name of the repository for a prompt: one line, bounded, with every character escaped that is
 * not visible or could end the quotation. A name is chosen by whoever wrote the change.
 */
export function quoteName(name: string): string {
  return JSON.stringify(shorten(name, MAX_NAME_LENGTH)).replace(INVISIBLE, (sign) =>
    Array.from({ length: sign.length }, (_, at) => unit(sign.charCodeAt(at))).join(""),
  );
}

/** Renders a list of quoted names, one per line, at most a hundred. */
export function quoteList(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const lines = names.slice(0, MAX_NAMES).map((name) => `- ${quoteName(name)}`);
  return [...lines, ...(rest > 0 ? [`- and ${String(rest)} more`] : [])].join("\n");
}

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

const MAX_NAME_LENGTH = 200;
const MAX_NAMES = 100;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}`]/gu;
