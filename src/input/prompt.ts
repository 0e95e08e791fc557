import { resolve } from "node:path";
import type { Readable } from "node:stream";

import { readBounded } from "../files/bounded-read.js";
import { CliError } from "../outcome/errors.js";
import { decodePrompt } from "./decode.js";
import { readAll } from "./stdin.js";

export interface PromptSource {
  /** The argument; `-` is standard input. */
  argument: string | undefined;
  file: string | undefined;
  /** The flag that names the file, where it is not `--prompt-file`. */
  fileFlag?: string;
  /** `--stdin` waits for ever, `--no-stdin` never reads, undefined reads unless it is a terminal. */
  stdin: boolean | undefined;
}

interface PromptContext {
  cwd: string;
  stdin: Readable & { isTTY?: boolean | undefined };
  stop: AbortSignal;
  notice(text: string): void;
}

/** Reads the prompt: the argument or a file, followed by piped input, or piped input alone. */
export async function readPrompt(source: PromptSource, context: PromptContext): Promise<string> {
  const text = await givenText(source, context);
  const prompt =
    text === undefined
      ? await promptFromStdin(source, context)
      : await joined(text, source, context);
  if (prompt.trim() === "") throw new CliError("input", "the prompt is empty");
  if (isTooLong(prompt)) {
    throw new CliError("input", `the prompt has over ${String(MAX_CHARS)} characters`, {
      hint: "put long material in a file and name the file in the prompt",
    });
  }
  return prompt;
}

/** The server's limit, in code points. */
const MAX_CHARS = 1_048_576;

const isTooLong = (text: string): boolean =>
  text.length > MAX_CHARS &&
  text.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, "-").length > MAX_CHARS;

const FIRST_BYTE_MS = 10_000;

/** The longest prompt the server accepts, in any encoding, with room for a byte order mark. */
const MAX_PROMPT_BYTES = 4 * MAX_CHARS + 4;

async function givenText(
  source: PromptSource,
  { cwd, stop }: Pick<PromptContext, "cwd" | "stop">,
): Promise<string | undefined> {
  if (source.file === undefined) return source.argument === "-" ? undefined : source.argument;
  const { file, fileFlag: flag = "--prompt-file" } = source;
  if (source.argument !== undefined) {
    throw new CliError("usage", `give the text as an argument or with ${flag}, not both`);
  }
  const path = resolve(cwd, file);
  const bytes = await readBounded(path, {
    what: `${flag} ${file}`,
    maxBytes: MAX_PROMPT_BYTES,
    signal: stop,
  });
  const text = decodePrompt(bytes, path);
  if (text.trim() === "") throw new CliError("input", `${flag} ${file} is empty`);
  return text;
}

async function joined(text: string, source: PromptSource, context: PromptContext): Promise<string> {
  const readIt = source.stdin ?? context.stdin.isTTY !== true;
  if (!readIt) return text;
  const bytes = await readAll(context.stdin, {
    firstByteMs: source.stdin === true ? undefined : FIRST_BYTE_MS,
    maxBytes: MAX_PROMPT_BYTES,
    stop: context.stop,
    onWait: () => {
      context.notice("reading additional input from stdin (--no-stdin ignores it)");
    },
  });
  const extra = decodePrompt(bytes, "stdin");
  return extra.trim() === "" ? text : withStdinBlock(text, extra);
}

/**
 * Appends piped input in the same block as codex exec, so that prompts written for it keep their
 * meaning.
 */
export const withStdinBlock = (prompt: string, extra: string): string =>
  `${prompt}\n\n<stdin>\n${extra}${extra.endsWith("\n") ? "" : "\n"}</stdin>`;

async function promptFromStdin(source: PromptSource, context: PromptContext): Promise<string> {
  const isExplicit = source.argument === "-" || source.stdin === true;
  if (source.stdin === false || (context.stdin.isTTY === true && !isExplicit)) throw noPrompt();
  const bytes = await readAll(context.stdin, {
    firstByteMs: undefined,
    maxBytes: MAX_PROMPT_BYTES,
    stop: context.stop,
    onWait: () => {
      context.notice("reading the prompt from stdin");
    },
  });
  const text = decodePrompt(bytes, "stdin");
  if (text.trim() === "") {
    throw new CliError("input", "no prompt came from stdin", { hint: HOW_TO_PROMPT });
  }
  return text;
}

const noPrompt = (): CliError => new CliError("usage", "no prompt given", { hint: HOW_TO_PROMPT });

const HOW_TO_PROMPT =
  'pass it as an argument (turnpipe run "fix the test"), with --prompt-file, or on stdin';
