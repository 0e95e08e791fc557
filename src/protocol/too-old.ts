import { CliError } from "../outcome/errors.js";
import { RpcError } from "../rpc/peer.js";

/** Whether a server does not know a call at all; a bad value in a known call is refused alike. */
export const isUnknownMethod = (error: unknown, method: string): boolean =>
  error instanceof RpcError &&
  (error.error.code === -32601 || error.message.includes(`unknown variant \`${method}\``));

/** For `catch`: a server that does not know a call is told from one that refuses it. */
export const needsVersion =
  (method: string, version: string) =>
  (error: unknown): never => {
    if (!isUnknownMethod(error, method)) throw error;
    throw new CliError("refused", `this codex does not know ${method}`, {
      hint: `it takes ${version} or newer: npm i -g @openai/codex@latest`,
      cause: error,
    });
  };
