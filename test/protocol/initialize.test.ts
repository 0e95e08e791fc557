import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { appServer } from "../../src/protocol/app-server.js";
import { initializeLine } from "../../src/protocol/initialize.js";
import { Peer } from "../../src/rpc/peer.js";
import { memoryTransport } from "../helpers/memory-transport.js";

test.each([
  { deltas: false, diff: false, mcp: false, raw: false },
  { deltas: true, diff: true, mcp: true, raw: false },
  { deltas: false, diff: false, mcp: false, raw: true },
])("the line a server is greeted with is letter for letter our first request: %j", (wanted) => {
  const { transport, sent } = memoryTransport();
  const server = appServer(new Peer(transport, () => new CliError("server_crashed", "it died")));
  void server.initialize(wanted);
  expect(sent.map((value) => JSON.stringify(value))).toEqual([initializeLine(wanted)]);
});
