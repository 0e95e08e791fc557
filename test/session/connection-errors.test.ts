import { expect, test } from "vitest";

import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { connectionError } from "../../src/session/connection-errors.js";

const ANOTHER_AUTHORITY = "for an authority of your own: NODE_EXTRA_CA_CERTS=FILE";
const START = "start one: codex app-server --listen ws://127.0.0.1:4500";

test.each<readonly [string, number, string, string]>([
  ...[
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "CERT_HAS_EXPIRED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ].map(
    (code) => [code, 5, "its TLS certificate is not accepted: why", ANOTHER_AUTHORITY] as const,
  ),
  ["ERR_SSL_WRONG_VERSION_NUMBER", 5, "TLS failed: why", "is it ws:// and not wss://?"],
  ["ECONNREFUSED", 5, "nothing listens there", START],
  ["ENOENT", 5, "there is no such socket", START],
  ["EACCES", 5, "the socket is another user's", "connect as its owner"],
  ["ENOTFOUND", 5, "there is no host of that name", "check the address"],
  ["ETIMEDOUT", 5, "the host does not respond", "check the network"],
  ["anything else", 5, "why", "is a codex app-server listening there? it is started with --listen"],
])("%s is explained", (code, exit, why, hint) => {
  const error = connectionError(Object.assign(new Error("why"), { code }), "wss://a");
  expect({ exit: exitCodeOf(error.kind), message: error.message, hint: error.hint }).toEqual({
    exit,
    message: `cannot connect to wss://a: ${why}`,
    hint,
  });
});
