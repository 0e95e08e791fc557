import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { RpcError } from "../../src/rpc/peer.js";
import { explainThreadError } from "../../src/session/thread-errors.js";

test.each([
  ["thread/fork", { code: -32601, message: "paginated_threads is not supported yet" }],
  [
    "thread/rollback",
    { code: -32600, message: "paginated threads do not support thread/rollback" },
  ],
])(
  "what a thread of a newer codex cannot do with this one names the one needed: %s",
  async (method, error) => {
    const rejected = new RpcError(method, error);
    const call = explainThreadError(Promise.reject(rejected), { by: "id", id: "t-0" });
    await expect(call).rejects.toEqual(
      new CliError("refused", rejected.message, {
        hint: "requires codex 0.148.0 or newer: npm i -g @openai/codex@latest",
        cause: rejected,
      }),
    );
  },
);
