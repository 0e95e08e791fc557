import { describe, expect, test } from "vitest";

import { CODEX } from "../../../commands/exec/grammar.js";
import type { ExecArguments } from "../../../commands/exec/parse-arguments.js";
import { parseExecArguments } from "../../../commands/exec/parse-arguments.js";
import { CliError } from "../../../src/outcome/errors.js";

const HELP = "see: turnpipe exec --help";

describe("an option's value", () => {
  test.each<[string, string[], Spoken]>([
    ["stands behind it", ["-m", "foo"], { model: ["foo"] }],
    ["stands behind its long name", ["--model", "foo"], { model: ["foo"] }],
    ["is attached to its letter", ["-mfoo"], { model: ["foo"] }],
    ["is attached to its letter with a sign", ["-m=foo"], { model: ["foo"] }],
    ["is attached to its long name", ["--model=foo"], { model: ["foo"] }],
    ["keeps every sign but the first", ["-m==foo", "--config=a=b"], like(["=foo"], ["a=b"])],
    ["keeps newlines", ["-mfoo\nbar", "--config=a=\n"], like(["foo\nbar"], ["a=\n"])],
    ["may be empty behind it", ["-m", ""], { model: [""] }],
    ["may be empty and attached", ["-m=", "p"], { model: [""], words: ["p"] }],
    ["may be empty behind a long name's sign", ["--model=", "p"], { model: [""], words: ["p"] }],
    ["may be a lone dash", ["-m", "-", "p"], { model: ["-"], words: ["p"] }],
    [
      "may be the name of a sub-command",
      ["-m", "resume", "p"],
      { model: ["resume"], words: ["p"] },
    ],
    ["is gathered where it may be repeated", ["-c", "a=1", "-ca=2"], { config: ["a=1", "a=2"] }],
  ])("%s", (_, argv, said) => {
    expect(read("exec", ...argv)).toEqual(exec(said));
  });

  test.each<[string, string[], string]>([
    ["that is missing", ["-m"], "--model needs a value"],
    ["that is missing from a list", ["--config"], "--config needs a value"],
    ["that begins with a dash", ["-m", "-x"], "--model needs a value"],
    ["that is the end of options", ["-m", "--", "p"], "--model needs a value"],
    ["that is no file", ["--output-schema=", "p"], "--output-schema needs a value"],
    ["that is no file, behind it", ["-o", "", "p"], "--output-last-message needs a value"],
    ["that is no directory", ["-C", "", "p"], "--cd needs a value"],
    ["that is no other directory", ["--add-dir", "", "p"], "--add-dir needs a value"],
    ["that is no image", ["-i", "", "--", "p"], "--image needs a value"],
    [
      "that is not offered",
      ["-s", "none", "p"],
      "--sandbox none: not one of read-only, workspace-write, danger-full-access",
    ],
    ["that a switch has", ["--json=true"], "--json is a switch and takes no value"],
    ["that a switch has empty", ["--json="], "--json is a switch and takes no value"],
  ])("%s is refused", (_, argv, message) => {
    expect(refusal("exec", ...argv)).toEqual(new CliError("usage", message, { hint: HELP }));
  });
});

describe("images", () => {
  test.each<[string, string[], Spoken]>([
    ["take every word up to the end", ["-i", "a", "b", "c"], { image: ["a", "b", "c"] }],
    [
      "take every word up to the next option",
      ["-i", "a", "resume", "-m", "x", "p"],
      { image: ["a", "resume"], model: ["x"], words: ["p"] },
    ],
    ["take every word up to the end of options", ["-i", "a", "--", "p"], pictured(["a"], ["p"])],
    ["take a lone dash too", ["-i", "a", "-"], { image: ["a", "-"] }],
    ["take one word when it is attached", ["-im", "p"], pictured(["m"], ["p"])],
    ["take one word behind a sign", ["--image=a", "p"], pictured(["a"], ["p"])],
    ["may be named again", ["-i", "a", "b", "-i=c", "p"], pictured(["a", "b", "c"], ["p"])],
    ["leave the word before them", ["p", "-i", "a"], pictured(["a"], ["p"])],
  ])("%s", (_, argv, said) => {
    expect(read("exec", ...argv)).toEqual(exec(said));
  });

  test("of a sub-command take one word each", () => {
    expect(read("exec", "resume", "--last", "-i", "a", "words")).toEqual({
      path: ["exec", "resume"],
      levels: [{ words: [] }, { words: [] }, { last: [], image: ["a"], words: ["words"] }],
      requested: undefined,
    });
  });
});

describe("words", () => {
  test.each<[string, string[], Spoken]>([
    ["are whatever is no option", ["fix it"], { words: ["fix it"] }],
    ["may be empty", [""], { words: [""] }],
    ["may be a lone dash", ["-"], { words: ["-"] }],
    ["may stand before options", ["p", "-m", "b"], { model: ["b"], words: ["p"] }],
    ["are all behind the end of options", ["--", "-p"], { words: ["-p"] }],
    ["are no sub-commands behind it", ["--", "resume"], { words: ["resume"] }],
    ["may be the end of options itself", ["--", "--"], { words: ["--"] }],
    ["only begin with a command's name", ["helper"], { words: ["helper"] }],
    ["are not looked up as methods", ["toString"], { words: ["toString"] }],
  ])("%s", (_, argv, said) => {
    expect(read("exec", ...argv)).toEqual(exec(said));
  });

  test.each([
    [["exec", "a", "b"], 'unexpected argument "b"'],
    [["exec", "a", "--", "b"], 'unexpected argument "b"'],
    [["exec", "resume", "a", "b", "c"], 'unexpected argument "c"'],
    [["exec", "fork", "a", "b", "c"], 'unexpected argument "c"'],
    [["exec", "review", "a", "b"], 'unexpected argument "b"'],
    [["-m", "b", "some", "words", "exec"], 'unexpected argument "words"'],
  ])("%j are too many", (argv, message) => {
    expect(refusal(...argv)).toEqual(new CliError("usage", message, { hint: HELP }));
  });
});

describe("levels", () => {
  test("each have their own options", () => {
    expect(read("-m", "a", "e", "-m=b", "before", "resume", "-mc", "id", "--json")).toEqual({
      path: ["e", "resume"],
      levels: [
        { model: ["a"], words: [] },
        { model: ["b"], words: ["before"] },
        { model: ["c"], json: [], words: ["id"] },
      ],
      requested: undefined,
    });
  });

  test("below a sub-command are none, whatever its words", () => {
    expect(read("exec", "resume", "fork", "help")).toEqual({
      path: ["exec", "resume"],
      levels: [{ words: [] }, { words: [] }, { words: ["fork", "help"] }],
      requested: undefined,
    });
  });

  test.each([
    [["-m", "a", "-mb", "p"], "model"],
    [["--json", "--experimental-json", "p"], "json"],
    [["--yolo", "--yolo", "p"], "dangerously-bypass-approvals-and-sandbox"],
    [["resume", "--last", "--last"], "last"],
  ])("take %j only once", (argv, name) => {
    expect(refusal("exec", ...argv)).toEqual(
      new CliError("usage", `--${name} cannot be used more than once`, { hint: HELP }),
    );
  });
});

describe("other names", () => {
  test.each([
    ["--experimental-json", "json"],
    ["--yolo", "dangerously-bypass-approvals-and-sandbox"],
    ["--not-so-yolo", "approve-for-me"],
  ])("%s is --%s", (alias, name) => {
    expect(read("exec", alias)).toEqual(exec({ [name]: [] }));
  });

  test.each([
    [["--modle", "x"], "unexpected argument --modle", "did you mean --model"],
    [["--full-auto"], "unexpected argument --full-auto", HELP],
    [["resume", "-s", "read-only"], "unexpected argument -s", HELP],
    [["review", "-V"], "unexpected argument -V", HELP],
    [["-z"], "unexpected argument -z", HELP],
    [["--toString"], "unexpected argument --toString", HELP],
  ])("%j is none", (argv, message, hint) => {
    expect(refusal("exec", ...argv)).toEqual(new CliError("usage", message, { hint }));
  });
});

describe("what is only exec's own", () => {
  const OWN = ["-s", "--color", "-C", "--add-dir", "-p", "--oss", "--local-provider"];
  test.each(["resume", "fork", "review"])("is refused behind %s", (sub) => {
    const options = [...OWN, "--approve-for-me"];
    const refused = options.map((name) => refusal("exec", sub, name, "read-only"));
    expect(refused).toEqual(
      options.map((name) => new CliError("usage", `unexpected argument ${name}`, { hint: HELP })),
    );
  });
});

describe("a question", () => {
  test.each<[string[], string[], ExecArguments["requested"]]>([
    [["exec", "-h"], ["exec"], "help"],
    [["exec", "--help", "--nope"], ["exec"], "help"],
    [["exec", "help"], ["exec"], "help"],
    [["exec", "p", "help"], ["exec"], "help"],
    [["exec", "resume", "--help"], ["exec", "resume"], "help"],
    [["exec", "-V"], ["exec"], "version"],
    [["-m", "b", "exec", "--version"], ["exec"], "version"],
  ])("is read from %j", (argv, path, requested) => {
    const reading = parseExecArguments(argv, CODEX);
    expect({ path: reading.path, requested: reading.requested }).toEqual({ path, requested });
  });

  test("after -- is an argument", () => {
    expect(read("exec", "--", "-h")).toEqual(exec({ words: ["-h"] }));
  });
});

/** What was said at a level: the values of each option by name, and the words. */
type Spoken = Readonly<Record<string, readonly string[]>>;

function read(...argv: string[]) {
  const { path, levels, requested } = parseExecArguments(argv, CODEX);
  const plain = levels.map(({ options, words }) => ({ ...Object.fromEntries(options), words }));
  return { path, levels: plain, requested };
}

/** A reading in which only exec itself was told anything. */
const exec = (said: Spoken) => ({
  path: ["exec"],
  levels: [{ words: [] }, { words: [], ...said }],
  requested: undefined,
});

const like = (model: string[], config: string[]): Spoken => ({ model, config });
const pictured = (image: string[], words: string[]): Spoken => ({ image, words });

function refusal(...argv: string[]): unknown {
  try {
    return parseExecArguments(argv, CODEX);
  } catch (error) {
    return error;
  }
}
