/** Unwraps `/bin/bash -lc '…'` to the command as a person would type it. */
export function typedCommand(command: string): string {
  if (command.length > MAX_LENGTH) return command;
  const wrapped = WRAPPER.exec(command)?.[1];
  if (wrapped === undefined) return command;
  return ONE_WORD.test(wrapped) ? unquote(wrapped) : command;
}

const WRAPPER =
  /^['"]?(?:\S*[\\/])?(?:(?:ba|z|da|k)?sh -l?c|(?:powershell|pwsh)(?:\.exe)?['"]?(?: -NoProfile)? -Command) (.+)$/s;

/**
 * Characters. A longer one is never shown whole, and could overflow the stack of the regular
 * expression.
 */
const MAX_LENGTH = 100_000;

// A shell word: quoted pieces and bare pieces side by side, with no space between them.
const PIECE = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^\s'"\\]+)/gs;
const ONE_WORD = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+$/s;

const unquote = (word: string): string =>
  word.replace(
    PIECE,
    (_, single?: string, double?: string, escaped?: string, bare?: string) =>
      single ?? double?.replace(/\\([$`"\\\n])/g, "$1") ?? escaped ?? bare ?? "",
  );
