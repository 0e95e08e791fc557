import { callTools } from "./mcp.mjs";

const SCRIPT = "codex-mcp-server/dist/index.js";
const ask = (prompt, more) => ({ name: "codex", arguments: { prompt, ...more } });

export const once = (place) => callTools(place, SCRIPT, [ask("First.")]);

export const session = (place) =>
  callTools(place, SCRIPT, [
    ask("First.", { sessionId: "talk" }),
    ask("Second.", { sessionId: "talk" }),
  ]);

export const search = (place) =>
  callTools(place, SCRIPT, [{ name: "websearch", arguments: { query: "tea" } }]);

export const review = (place) =>
  callTools(place, SCRIPT, [{ name: "review", arguments: { commit: "HEAD" } }]);

export const help = (place) => callTools(place, SCRIPT, [{ name: "help", arguments: {} }]);
