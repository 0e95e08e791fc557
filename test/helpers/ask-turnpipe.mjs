#!/usr/bin/env node
// Stands for turnpipe on the PATH of a shell: the test's own process runs the command line.
import { readFileSync, writeSync } from "node:fs";
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

const socket = createConnection(process.env.ASK_TURNPIPE);
const stdin = readFileSync(0, "utf8");
socket.end(
  JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), env: process.env, stdin }),
);
const { exit, stdout, stderr } = JSON.parse(await text(socket));
writeSync(2, stderr);
try {
  writeSync(1, stdout);
} catch (error) {
  if (error.code !== "EPIPE") throw error;
}
process.exitCode = exit;
