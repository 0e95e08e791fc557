/** Whether a message is the server's own and meant for its terminal interface: no answer of a model. */
export const isServerMessage = (text: string): boolean => SERVER_MESSAGES.has(text.trim());

const SERVER_MESSAGES: ReadonlySet<string> = new Set([
  "Review was interrupted. Please re-run /review and wait for it to complete.",
]);

/** A text of the server with our commands in the place of codex's. */
export const withOwnCommands = (text: string): string =>
  text.replaceAll("codex login", "turnpipe login");
