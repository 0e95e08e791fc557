import { CliError } from "../../src/outcome/errors.js";
import { decodePrompt } from "../../src/input/decode.js";
import { readAll } from "../../src/input/stdin.js";
import type { RunContext } from "../../src/context.js";
import type { LoginOptions } from "./login-options.js";

/** The name of a secret in messages, and an example command that passes it. */
export interface Secret {
  name: string;
  example: string;
}

/** Reads a key or a token from stdin. */
export async function readSecret(
  { name, example }: Secret,
  { stdin, stderr }: Pick<RunContext, "stdin" | "stderr">,
  { until, level }: Pick<LoginOptions, "until" | "level">,
): Promise<string> {
  const details = { hint: `for example: ${example}` };
  if (stdin.isTTY === true) {
    throw new CliError("usage", `${name} is read from stdin, and stdin is a terminal`, details);
  }
  const bytes = await readAll(stdin, {
    firstByteMs: FIRST_BYTE_MS,
    maxBytes: MAX_SECRET_BYTES,
    stop: until,
    onWait: () => {
      if (level !== "quiet") stderr.write(`reading ${name} from stdin\n`);
    },
    silent: (ms) =>
      new CliError("input", `${name} did not come on stdin within ${String(ms / 1000)} s`, details),
    tooLong: (limit) =>
      new CliError("input", `more than ${limit} came on stdin: that is not ${name}`, details),
  });
  const secret = textOf(bytes).trim();
  if (secret === "") {
    throw new CliError("input", `${name} is expected on stdin, which is empty`, details);
  }
  // The message must not repeat any of it.
  if (!/^[!-~]+$/.test(secret)) {
    throw new CliError(
      "input",
      `${name} on stdin has spaces, line breaks or non-ASCII characters in it`,
      {
        hint: `pass it as one line; ${details.hint}`,
      },
    );
  }
  return secret;
}

const FIRST_BYTE_MS = 10_000;
const MAX_SECRET_BYTES = 64 * 1024;

/** Decodes, without a byte order mark, which some shells add; undecodable bytes become an invalid character. */
function textOf(bytes: Buffer): string {
  try {
    return decodePrompt(bytes, "stdin");
  } catch {
    return "\0";
  }
}
