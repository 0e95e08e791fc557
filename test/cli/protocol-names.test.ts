import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ALWAYS_OPTED_OUT } from "../../src/protocol/methods.js";
import { parseNotification } from "../../src/protocol/notifications.js";
import { isServerRequest } from "../../src/protocol/server-requests.js";
import { enginePath } from "../helpers/app-server.js";

// A new release of codex shows here what it brings: handle a name, or add it to those that are ignored.

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "turnpipe-names-"));
  const command = ["app-server", "generate-ts", "--experimental", "--out", dir];
  execFileSync(enginePath(), command, { env: { CODEX_HOME: dir, HOME: dir } });
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** The methods of a generated union type. */
function methodsOf(type: string): string[] {
  const source = readFileSync(join(dir, `${type}.ts`), "utf8");
  return [...source.matchAll(/"method": "([^"]+)"/g)].map(([, method = ""]) => method);
}

test("every notification of this codex is used, opted out of or ignored on purpose", () => {
  const optedOut: ReadonlySet<string> = new Set(ALWAYS_OPTED_OUT);
  const methods = methodsOf("ServerNotification");
  const unknown = methods.filter((method) => {
    const parsed = parseNotification(method, {});
    return !optedOut.has(method) && parsed.kind === "unknown" && parsed.problem === null;
  });
  expect({ some: methods.length > 80, unknown }).toEqual({ some: true, unknown: [] });
});

test("every server request of this codex is answered by name", () => {
  const methods = methodsOf("ServerRequest");
  const unknown = methods.filter((method) => !isServerRequest(method));
  expect({ some: methods.length > 9, unknown }).toEqual({ some: true, unknown: [] });
});
