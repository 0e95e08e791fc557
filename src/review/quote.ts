/**
 * Quotes a name of the repository for a prompt: one line, bounded, with every character escaped that is
 * not visible or could end the quotation. A name is chosen by whoever wrote the change.
 */
export function quoteName(name: string): string {
  const cut = name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}…`;
  return JSON.stringify(cut).replace(INVISIBLE, (sign) =>
    Array.from({ length: sign.length }, (_, at) => unit(sign.charCodeAt(at))).join(""),
  );
}

/** A list of quoted names, one a line, of which at most a hundred are named. */
export function quoteList(names: readonly string[]): string {
  const rest = names.length - MOST;
  const lines = names.slice(0, MOST).map((name) => `- ${quoteName(name)}`);
  return [...lines, ...(rest > 0 ? [`- and ${String(rest)} more`] : [])].join("\n");
}

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

const LONGEST = 200;
const MOST = 100;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}`]/gu;
