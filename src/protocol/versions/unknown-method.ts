import { CliError } from "../../outcome/errors.js";
import { RpcError } from "../../rpc/peer.js";
import type { Feature, Features } from "./features.js";
import { versionHint } from "./features.js";

/** For `catch`: calls `instead` if the server does not know `method`; rethrows any other error. */
export const ifUnknown =
  <T>(method: string, instead: (error: unknown) => T) =>
  (error: unknown): T => {
    if (!isUnknownMethod(error, method)) throw error;
    return instead(error);
  };

/** For `catch`: turns an unknown-method error into one that names the codex version needed. */
export const needsVersion = (feature: Feature, features: Features) =>
  ifUnknown(feature, (cause): never => {
    throw notSupported(feature, features, cause);
  });

/** The error for something that this server does not have. */
export const notSupported = (feature: Feature, features: Features, cause?: unknown): CliError =>
  new CliError("refused", `codex ${features.version} does not support ${feature}`, {
    hint: versionHint(feature),
    cause,
  });

/** Throws if the server does not have it. */
export function requireFeature(feature: Feature, features: Features): void {
  if (!features.has(feature)) throw notSupported(feature, features);
}

/** The server's error for a method that it does not know, for one that does not work there. */
export const unknownMethod = (method: string): RpcError =>
  new RpcError(method, { code: -32601, message: "not supported by this codex" });

/**
 * Whether the server does not know `method`. Unknown values are rejected alike, so the name is
 * compared.
 */
const isUnknownMethod = (error: unknown, method: string): boolean =>
  error instanceof RpcError &&
  (error.error.code === -32601 || error.message.includes(`unknown variant \`${method}\``));
