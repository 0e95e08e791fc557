/** An error of the system in codex's words, such as `No such file or directory (os error 2)`. */
export function osErrorText(error: unknown): string {
  const { code = "", errno, message } = causeOf(error);
  const words = OS_WORDS.get(code);
  return words === undefined || errno === undefined
    ? message
    : `${words} (os error ${String(Math.abs(errno))})`;
}

/** Our own error about a file names the system's as its cause. */
function causeOf(error: unknown): NodeJS.ErrnoException {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? error.cause : error;
}

const OS_WORDS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "Permission denied"],
  ["EISDIR", "Is a directory"],
  ["ELOOP", "Too many levels of symbolic links"],
  ["ENAMETOOLONG", "File name too long"],
  ["ENOENT", "No such file or directory"],
  ["ENOSPC", "No space left on device"],
  ["ENOTDIR", "Not a directory"],
  ["EPERM", "Operation not permitted"],
  ["EROFS", "Read-only file system"],
]);
