import { callTools } from "./mcp.mjs";

const SCRIPT = "@trishchuk/codex-mcp-tool/dist/index.js";
const ask = (place, prompt, more) => ({
  name: "ask-codex",
  arguments: { prompt, workingDir: place.workdir, responseMode: "full", ...more },
});

export const once = (place) => callTools(place, SCRIPT, [ask(place, "First.")]);
export const clean = (place) =>
  callTools(place, SCRIPT, [ask(place, "First.", { responseMode: "clean" })]);
export const sandbox = (place) =>
  callTools(place, SCRIPT, [ask(place, "First.", { sandbox: true })]);
export const search = (place) => callTools(place, SCRIPT, [ask(place, "First.", { search: true })]);

export const session = (place) =>
  callTools(place, SCRIPT, [
    ask(place, "First.", { sessionId: "talk" }),
    ask(place, "Second.", { sessionId: "talk" }),
  ]);

export const health = (place) => callTools(place, SCRIPT, [{ name: "health", arguments: {} }]);
