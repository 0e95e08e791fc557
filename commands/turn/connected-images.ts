import { readRegular, sizeName } from "../../src/files/bounded-read.js";
import { CliError, errorMessage } from "../../src/outcome/errors.js";
import type { UserInput } from "../../src/protocol/params.js";

/** Reads images for a server that may not see our files; each is sent as a data URL. */
export function imageInputs(paths: readonly string[]): UserInput[] {
  let left = MAX_BYTES;
  return paths.map((path) => {
    const bytes = readImage(path, left);
    left -= bytes.length;
    const [type = "image/png"] = TYPES.find(([, signature]) => signature.test(head(bytes))) ?? [];
    return { type: "image", url: `data:${type};base64,${bytes.toString("base64")}` };
  });
}

function readImage(path: string, maxBytes: number): Buffer {
  try {
    return readRegular(path, maxBytes);
  } catch (error) {
    throw new CliError("input", `--image ${path}: ${errorMessage(error)}`, {
      hint: `a running server takes ${sizeName(MAX_BYTES)} of images at once`,
    });
  }
}

/** A message of the server may have 16 MiB, and base64 adds a third. */
const MAX_BYTES = 8 * 1024 * 1024;

const head = (bytes: Buffer): string => bytes.toString("latin1", 0, 12);

const TYPES: readonly (readonly [type: string, signature: RegExp])[] = [
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF.{4}WEBP/s],
];
