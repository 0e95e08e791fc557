import type { DecodeProblem } from "../../src/input/decode.js";
import { decodePrompt } from "../../src/input/decode.js";
import { withStdinBlock } from "../../src/input/prompt.js";
import { readAll } from "../../src/input/stdin.js";
import type { PromptContext } from "../turn/prepare.js";
import { CodexError } from "./codex-error.js";
import type { PromptNotice } from "./prompt-notice.js";
import type { ExecPrompt } from "./task.js";

/**
 * Reads the prompt as codex exec does: stdin is read to its end, however long that takes, an argument
 * may be empty, and piped input is added to an argument only if no thread is named.
 */
export async function readExecPrompt(
  { argument, addsStdin }: ExecPrompt,
  world: ExecPromptContext,
): Promise<string> {
  const piped = world.stdin.isTTY !== true;
  if (argument !== undefined && argument !== "-") {
    if (!addsStdin || !piped) return argument;
    world.notice.hold("Reading additional input from stdin...");
    const extra = await stdinText(world);
    return extra.trim() === "" ? argument : withStdinBlock(argument, extra);
  }
  if (argument === undefined && !piped) {
    throw new CodexError("usage", NO_PROMPT);
  }
  if (argument === undefined) world.notice.hold("Reading prompt from stdin...");
  const text = await stdinText(world);
  if (text.trim() === "") throw new CodexError("input", "No prompt provided via stdin.");
  return text;
}

type ExecPromptContext = Omit<PromptContext, "notice" | "cwd"> & {
  notice: Pick<PromptNotice, "hold" | "print">;
};

async function stdinText({ stdin, stop, notice }: ExecPromptContext): Promise<string> {
  const onWait = (): void => {
    notice.print();
  };
  const limits = { firstByteMs: undefined, maxBytes: MAX_STDIN_BYTES, stop, onWait };
  return decodePrompt(await readAll(stdin, limits), "stdin", decodeError);
}

const decodeError = (problem: DecodeProblem): CodexError =>
  new CodexError("input", `Failed to read prompt from stdin: ${decodeReason(problem)}`);

function decodeReason(problem: DecodeProblem): string {
  switch (problem.kind) {
    case "unsupported":
      return `input appears to be ${problem.encoding}. Convert it to UTF-8 and retry.`;
    case "undecodable":
      return `input looked like ${problem.encoding} but could not be decoded. Convert it to UTF-8 and retry.`;
    case "invalid":
      return (
        `input is not valid UTF-8 (invalid byte at offset ${String(problem.at)}). ` +
        "Convert it to UTF-8 and retry (e.g., `iconv -f <ENC> -t UTF-8 prompt.txt`)."
      );
  }
}

const NO_PROMPT =
  "No prompt provided. Either specify one as an argument or pipe the prompt into stdin.";

/** Far more than the server takes: it rejects a long prompt itself, as in codex exec. */
const MAX_STDIN_BYTES = 64 * 1024 * 1024;
