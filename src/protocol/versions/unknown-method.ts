import { CliError } from "../../outcome/errors.js";
import { RpcError } from "../../rpc/peer.js";
import { SINCE } from "./since.js";

/** For `catch`: calls `instead` if the server does not know `method`; rethrows any other error. */
export const ifUnknown =
  <T>(method: string, instead: (error: unknown) => T) =>
  (error: unknown): T => {
    if (!isUnknownMethod(error, method)) throw error;
    return instead(error);
  };

/** For `catch`: turns an unknown-method error into one that names the codex version needed. */
export const needsVersion = (method: keyof typeof SINCE) =>
  ifUnknown(method, (cause): never => {
    throw new CliError("refused", `this codex does not support ${method}`, {
      hint: `requires codex ${SINCE[method]}.0 or newer: npm i -g @openai/codex@latest`,
      cause,
    });
  });

/**
 * Whether the server does not know `method`. Unknown values are rejected alike, so the name is
 * compared.
 */
const isUnknownMethod = (error: unknown, method: string): boolean =>
  error instanceof RpcError &&
  (error.error.code === -32601 || error.message.includes(`unknown variant \`${method}\``));
