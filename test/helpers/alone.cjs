// Preloaded into a program that is to need nobody: whatever reaches out ends it with a complaint.
const { writeSync } = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const REACHING = {
  child_process: ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"],
  net: ["connect", "createConnection", "createServer"],
  http: ["request", "get", "createServer"],
  https: ["request", "get", "createServer"],
  dgram: ["createSocket"],
  dns: ["lookup", "resolve"],
};

for (const [room, names] of Object.entries(REACHING)) {
  const module = require(`node:${room}`);
  for (const name of names) {
    module[name] = () => {
      writeSync(2, `reached out: ${room}.${name}\n`);
      process.exit(99);
    };
  }
}
syncBuiltinESMExports();
