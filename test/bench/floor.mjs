// The floor: the least a Node client of app-server can do for one turn. No checks, no care.
import { spawn } from "node:child_process";

const server = spawn(process.env.BENCH_CODEX, ["app-server"], {
  stdio: ["pipe", "pipe", "ignore"],
  detached: true,
});
const waiting = new Map();
let lastId = 0;
let rest = "";

const call = (method, params) =>
  new Promise((resolve) => {
    waiting.set(++lastId, resolve);
    server.stdin.write(`${JSON.stringify({ id: lastId, method, params })}\n`);
  });

server.stdout.setEncoding("utf8");
server.stdout.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, result, method, params } = JSON.parse(line);
    if (method === undefined) waiting.get(id)(result);
    else process.stdout.write(`${line}\n`);
    if (method === "turn/completed") {
      process.exitCode = params.turn.status === "completed" ? 0 : 1;
      process.kill(-server.pid, "SIGKILL");
    }
  }
});

const clientInfo = { name: "floor", title: null, version: "0" };
await call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
server.stdin.write('{"method":"initialized"}\n');
const cwd = process.cwd();
const { thread } = await call("thread/start", { cwd, approvalPolicy: "never" });
await call("turn/start", { threadId: thread.id, input: [{ type: "text", text: "Say hello." }] });
