import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { GREETING } from "../helpers/conversation.js";
import { playIn, withFolder } from "../helpers/play.js";

interface Case {
  readonly args: readonly string[];
  readonly stdin?: Uint8Array;
  readonly says: string;
}

const UTF8_HINT = "\nhint: convert it to UTF-8 first, for example with: iconv -t UTF-8";
const PROMPT_HINT =
  '\nhint: pass it as an argument (turnpipe run "fix the test"), with --prompt-file, or on stdin';
const FROM_STDIN = "failed to read the prompt from stdin: ";

const CASES: Readonly<Record<string, Case>> = {
  "an empty stdin for a prompt": {
    args: [],
    stdin: bytes(""),
    says: `no prompt came from stdin${PROMPT_HINT}`,
  },
  "a blank stdin for a dash": {
    args: ["-"],
    stdin: bytes(" \n"),
    says: `no prompt came from stdin${PROMPT_HINT}`,
  },
  "an empty prompt": { args: [""], says: "the prompt is empty" },
  "a byte that is not UTF-8": {
    args: [],
    stdin: Buffer.concat([bytes("grüß "), Buffer.of(0xff), bytes(" dich")]),
    says: `${FROM_STDIN}invalid UTF-8 at byte 7${UTF8_HINT}`,
  },
  "a byte that is not UTF-8 behind a prompt": {
    args: ["Fix it"],
    stdin: Buffer.of(0x61, 0xc3),
    says: `${FROM_STDIN}invalid UTF-8 at byte 1${UTF8_HINT}`,
  },
  "half a UTF-16 character": {
    args: [],
    stdin: Buffer.of(0xff, 0xfe, 0x61),
    says: `${FROM_STDIN}invalid UTF-16LE${UTF8_HINT}`,
  },
  "UTF-32LE": {
    args: [],
    stdin: Buffer.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0),
    says: `${FROM_STDIN}it is UTF-32LE${UTF8_HINT}`,
  },
  "UTF-32BE": {
    args: [],
    stdin: Buffer.of(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61),
    says: `${FROM_STDIN}it is UTF-32BE${UTF8_HINT}`,
  },
  "no prompt where stdin may not be read": {
    args: ["--no-stdin"],
    says: `no prompt given${PROMPT_HINT}`,
  },
  "a prompt file and a prompt": {
    args: ["--prompt-file", "prompt.md", "Fix it"],
    says: "give the text as an argument or with --prompt-file, not both",
  },
  "a prompt file that is not there": {
    args: ["--prompt-file", "none.md"],
    says: "cannot read --prompt-file none.md: no such file or directory",
  },
  "an empty prompt file": {
    args: ["--prompt-file", "empty.md"],
    says: "--prompt-file empty.md is empty",
  },
  "an image that is not there": {
    args: ["-i", "none.png", "Look"],
    says: "--image none.png: no such file",
  },
  "a directory that is not there": {
    args: ["--cd", "none", "Go"],
    says: "--cd none: no such directory",
  },
  "a schema that is not there": {
    args: ["--output-schema", "none.json", "Go"],
    says: "cannot read --output-schema none.json: no such file or directory",
  },
  "a schema that is not JSON": {
    args: ["--output-schema", "prompt.md", "Go"],
    says: "--output-schema prompt.md is not JSON: Unexpected token 'F', \"Fix it\n  \" is not valid JSON",
  },
  "a schema that is no schema": {
    args: ["--output-schema", "number.json", "Go"],
    says: "--output-schema: a JSON Schema is an object",
  },
  "an output file in a directory that is not there": {
    args: ["-o", "none/answer.txt", "Go"],
    says: "--output none/answer.txt: cannot be written: no such file or directory",
  },
  "a result file that is a directory": {
    args: ["--result", "folder", "Go"],
    says: "--result folder: cannot be written: it is a directory",
  },
};

test.each(Object.entries(CASES))(
  "%s is exit 2, and stdout stays empty",
  async (_, { args, stdin, says }) => {
    await withFolder(async (dir) => {
      await writeFile(join(dir, "prompt.md"), "Fix it\n");
      await writeFile(join(dir, "empty.md"), "\n");
      await writeFile(join(dir, "number.json"), "5");
      await mkdir(join(dir, "folder"));
      const options = stdin === undefined ? {} : { stdin: { bytes: stdin } };
      expect(await playIn(dir, GREETING, ["run", "--json", ...args], options)).toEqual({
        exit: 2,
        events: [],
        stderr: `turnpipe: ${says.replace("{dir}", dir)}\n`,
        left: [],
      });
    });
  },
);

function bytes(text: string): Buffer {
  return Buffer.from(text);
}
