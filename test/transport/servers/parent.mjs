// Starts a child that holds its streams; "leaves" dies at once, "stays" does not.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const [, , socket, habit] = process.argv;
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL("grandchild.mjs", import.meta.url)), socket],
  { stdio: ["ignore", "inherit", "inherit"] },
);
await once(child, "spawn");
if (habit === "leaves") {
  child.unref();
  process.exitCode = 7;
}
