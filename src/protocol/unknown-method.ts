import { CliError } from "../outcome/errors.js";
import { RpcError } from "../rpc/peer.js";

/**
 * Whether the server does not know `method`. Unknown values are rejected alike, so the name is
 * compared.
 */
export const isUnknownMethod = (error: unknown, method: string): boolean =>
  error instanceof RpcError &&
  (error.error.code === -32601 || error.message.includes(`unknown variant \`${method}\``));

/** For `catch`: turns an unknown-method error into one that names the codex version needed. */
export const needsVersion =
  (method: string, version: string) =>
  (error: unknown): never => {
    if (!isUnknownMethod(error, method)) throw error;
    throw new CliError("refused", `this codex does not support ${method}`, {
      hint: `requires codex ${version} or newer: npm i -g @openai/codex@latest`,
      cause: error,
    });
  };
