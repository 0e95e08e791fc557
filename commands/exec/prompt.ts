import { decodePrompt } from "../../src/input/decode.js";
import { withStdinBlock } from "../../src/input/prompt.js";
import { readAll } from "../../src/input/stdin.js";
import { CliError } from "../../src/outcome/errors.js";
import type { PromptContext } from "../turn/prepare.js";
import type { ExecPrompt } from "./task.js";

/**
 * Reads the prompt as codex exec does: stdin is read to its end, however long that takes, an argument
 * may be empty, and piped input is added to an argument only if no thread is named.
 */
export async function readExecPrompt(
  { argument, addsStdin }: ExecPrompt,
  world: PromptContext,
): Promise<string> {
  const piped = world.stdin.isTTY !== true;
  if (argument !== undefined && argument !== "-") {
    if (!addsStdin || !piped) return argument;
    const extra = await stdinText(world, "reading additional input from stdin");
    return extra.trim() === "" ? argument : withStdinBlock(argument, extra);
  }
  if (argument === undefined && !piped) {
    throw new CliError("usage", "no prompt given", {
      hint: "pass it as an argument, or pipe it in",
    });
  }
  const text = await stdinText(world, "reading the prompt from stdin");
  if (text.trim() === "") throw new CliError("input", "no prompt came from stdin");
  return text;
}

async function stdinText({ stdin, stop, notice }: PromptContext, message: string): Promise<string> {
  const onWait = (): void => {
    notice(message);
  };
  const limits = { firstByteMs: undefined, maxBytes: MAX_STDIN_BYTES, stop, onWait };
  return decodePrompt(await readAll(stdin, limits), "stdin");
}

/** Far more than the server takes: it rejects a long prompt itself, as in codex exec. */
const MAX_STDIN_BYTES = 64 * 1024 * 1024;
