import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";

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

/** A TCP proxy in front of a server, whose connections can be cut. */
export interface CuttingProxy {
  readonly address: string;
  /** How many connections it has had. */
  readonly connections: number;
  /** What has come from the server. */
  readonly bytes: number;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** Cuts the first connection once this many bytes have come from the server. */
  cutAfter?: number;
  /** Bytes that pass at once, and the pause between two such pieces. */
  pieces?: { bytes: number; pauseMs: number };
  /** A header to add to each request for a WebSocket. */
  header?: string;
}

/** Starts a proxy for `address`, which is `ws://HOST:PORT`. */
export async function cuttingProxy(
  address: string,
  { cutAfter = Infinity, pieces, header }: ProxyOptions,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytes = 0;
  const server = createTcpServer((client) => {
    const isFirst = connections++ === 0;
    const upstream = connect(Number(port), hostname);
    let left = isFirst ? cutAfter : Infinity;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", cut);
      socket.on("close", cut);
    }
    client.once("data", (request: Buffer) => {
      upstream.write(header === undefined ? request : withHeader(request, header));
      client.pipe(upstream);
    });
    upstream.on("data", (chunk: Buffer) => {
      // What is before the cut still arrives.
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      bytes += passed.length;
      if (left <= 0) {
        client.end(passed);
        upstream.destroy();
      } else if (pieces === undefined) client.write(passed);
      else {
        upstream.pause();
        void trickle(client, passed, pieces).then(() => upstream.resume());
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    get bytes() {
      return bytes;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const withHeader = (request: Buffer, header: string): string =>
  request.toString("latin1").replace("\r\n", `\r\n${header}\r\n`);

async function trickle(to: Socket, bytes: Buffer, { bytes: size, pauseMs }: Pieces): Promise<void> {
  for (let from = 0; from < bytes.length && !to.destroyed; from += size) {
    to.write(bytes.subarray(from, from + size));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

type Pieces = NonNullable<ProxyOptions["pieces"]>;
