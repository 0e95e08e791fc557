import { join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** Starts an MCP server of the installed packages, and calls tools of it one after the other. */
export async function callTools({ folder }, script, calls) {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, "node_modules", script)],
    env: process.env,
    stderr: "ignore",
  });
  await client.connect(transport);
  const results = [];
  try {
    for (const call of calls) {
      const args = typeof call.arguments === "function" ? call.arguments(results) : call.arguments;
      results.push(
        await client.callTool({ name: call.name, arguments: args }).catch((error) => ({
          thrown: { name: error.name, message: error.message },
        })),
      );
    }
  } finally {
    await client.close();
  }
  return results;
}
