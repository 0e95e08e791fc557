import { callTools } from "./mcp.mjs";

const SCRIPT = "ask-codex-mcp/dist/cli.js";
const ask = (prompt, more) => ({ name: "ask-codex", arguments: { prompt, ...more } });

export const once = (place) => callTools(place, SCRIPT, [ask("First.")]);

export const edit = (place) =>
  callTools(place, SCRIPT, [{ name: "ask-codex-edit", arguments: { prompt: "First." } }]);

export const session = (place) =>
  callTools(place, SCRIPT, [
    ask("First."),
    {
      name: "ask-codex",
      arguments: ([first]) => ({
        prompt: "Second.",
        sessionId: first.structuredContent?.sessionId ?? "none",
      }),
    },
  ]);
