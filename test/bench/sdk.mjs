// The official SDK, one turn.
import { Codex } from "@openai/codex-sdk";

const thread = new Codex({ codexPathOverride: process.env.BENCH_CODEX }).startThread();
const { finalResponse } = await thread.run("Say hello.");
process.stdout.write(`${finalResponse}\n`);
