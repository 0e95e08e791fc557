import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fillIn } from "./placeholders.js";
import type { Response, Scenario, Stream } from "./scenario.js";
import { Script } from "./script.js";
import { encode, streamEvents } from "./sse.js";

/** A request the model received, whatever its path. */
interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text itself when it is not JSON. */
  readonly body: unknown;
}

/** An HTTP server on loopback that plays a scenario. */
export interface ScriptedModel {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** Starts a model that answers `POST …/responses` from the scenario, and everything else with 404. */
export async function startModel(scenario: Scenario): Promise<ScriptedModel> {
  const script = new Script(scenario);
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    answer({ request, response, script, requests }).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests, close: () => close(server) };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly script: Script;
  readonly requests: ModelRequest[];
}

async function answer({ request, response, script, requests }: Exchange): Promise<void> {
  const body = await text(request);
  const { method = "", url: path = "", headers } = request;
  requests.push({ method, path, headers, body: parsed(body) });
  if (method !== "POST" || !path.split("?")[0]?.endsWith("/responses")) {
    fail(response, { status: 404, body: { error: { message: `no such path: ${path}` } } });
    return;
  }
  const scripted = script.next(body);
  if ("http" in scripted.response) fail(response, scripted.response.http);
  else await stream(response, withTaken(scripted.response, body), scripted.key);
}

type Failure = Extract<Response, { http: unknown }>["http"];

function fail(response: ServerResponse, { status, headers, body }: Failure): void {
  const plain = typeof body === "string";
  const type = plain ? "text/plain; charset=utf-8" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(plain ? body : JSON.stringify(body));
}

async function stream(response: ServerResponse, spec: Stream, key: string): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const { pauseMs, event } of streamEvents(spec, key)) {
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: left.signal });
    if (!response.write(encode(event))) await once(response, "drain", { signal: left.signal });
  }
  // A hanging stream stays open: it ends when the client leaves or the model closes.
  if (spec.end !== "hang") response.end();
}

// Fills in values that codex makes up, such as the id of a sub-agent, from the request.
function withTaken(spec: Stream, body: string): Stream {
  const found = Object.entries(spec.take ?? {}).map(([name, pattern]) => {
    return [name, new RegExp(pattern).exec(body)?.[1] ?? ""] as const;
  });
  return fillIn(spec, Object.fromEntries(found));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // Open streams and idle connections would keep the server alive for ever.
  server.closeAllConnections();
  await closed;
}
