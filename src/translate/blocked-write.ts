/**
 * Whether the output of a tool call says that a read-only sandbox kept it from writing: codex's own words for
 * a patch, or the system's error as programs print it, behind a colon or an error number, so that text
 * that only mentions it does not count.
 */
export const saysWriteBlocked = (output: string): boolean => BLOCKED.test(output);

const BLOCKED =
  /writing is blocked by read-only sandbox|(?:: |\[Errno 30\] )read-only file system(?!\w)/i;
