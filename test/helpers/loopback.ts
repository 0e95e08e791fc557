import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server of the test's own on loopback, closed whatever happens. */
export async function withLoopback<T>(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    // One that was left without an answer would keep the server alive for ever.
    server.closeAllConnections();
  }
}
