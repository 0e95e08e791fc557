// Loaded before a program: at its end the most memory it ever held, in KiB, is written to BENCH_PEAK.
import { readFileSync, writeFileSync } from "node:fs";

const { BENCH_PEAK: file } = process.env;
// This process alone: what it starts is not to find these.
delete process.env.BENCH_PEAK;
delete process.env.NODE_OPTIONS;

process.once("exit", () => {
  // Not resourceUsage().maxRSS: that includes what the parent held when it forked.
  const status = readFileSync("/proc/self/status", "utf8");
  writeFileSync(file, /^VmHWM:\s*(\d+) kB$/m.exec(status)[1]);
});
