/**
 * Escapes control and format characters in a line of JSON: the value is the same, but a terminal
 * cannot be controlled by it.
 */
export const jsonForTerminal = (line: string): string =>
  line.replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(""),
  );

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
