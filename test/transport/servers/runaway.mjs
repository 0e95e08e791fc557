// Starts a child that leaves its group and session and tells a socket that it lives; says so, and stays.
// With "leaves" it dies at once after that.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const [, , socket, habit] = process.argv;
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL("grandchild.mjs", import.meta.url)), socket],
  { stdio: "ignore", detached: true },
);
await once(child, "spawn");
process.stdout.write(`${JSON.stringify({ pid: child.pid })}\n`);
if (habit === "leaves") child.unref();
else setInterval(() => undefined, 60_000);
