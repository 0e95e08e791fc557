import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";

import { profileOverrides, textSetting } from "../../../commands/exec/profile.js";
import { CliError } from "../../../src/outcome/errors.js";
import { ownFolder } from "../world.js";

describe("a profile", () => {
  test.each<[string, string, string[]]>([
    ["that is empty says nothing", "# nothing yet\n", []],
    [
      "says one thing for each value",
      'model = "gpt-6"\nhide = true\nn = -3\nratio = 0.5\nbig = 9007199254740993',
      ['model="gpt-6"', "hide=true", "n=-3", "ratio=0.5", "big=9007199254740993"],
    ],
    [
      "has its tables taken apart",
      '[a]\nx = 1\n[a.b-c.d_1]\ny = "z"\n[e]\nf.g = 2',
      ["a.x=1", 'a.b-c.d_1.y="z"', "e.f.g=2"],
    ],
    ["has its inline tables taken apart", 'p = { x = 1, q = { y = "z" } }', ["p.x=1", 'p.q.y="z"']],
    ["keeps what is empty", 't = {}\nl = []\ns = ""\n[u]', ["t={}", "l=[]", 's=""', "u={}"]],
    [
      "keeps its lists whole, tables in them too",
      'args = ["-a", "b c"]\nn = [[1, 2], []]\n[[hooks]]\nname = "h"\n"odd key" = { x = 1 }',
      ['args=["-a", "b c"]', "n=[[1, 2], []]", 'hooks=[{"name" = "h", "odd key" = {"x" = 1}}]'],
    ],
    [
      "keeps quotes, backslashes, newlines and every script",
      String.raw`a = "say \"hi\"\\\n\t\u0001\u007f" ` +
        '\nb = \'für 😀 C:\\d\'\nc = """two\nlines"""',
      [
        String.raw`a="say \"hi\"\\\n\t\u0001\u007f"`,
        String.raw`b="für 😀 C:\\d"`,
        String.raw`c="two\nlines"`,
      ],
    ],
    ["keeps a day", "d = 2024-05-01", ["d=2024-05-01"]],
  ])("%s", (_, toml, overrides) => {
    expect(profileOverrides(homeWith("work.config.toml", toml), "work", [])).toEqual(overrides);
  });

  test("means the same when it is read back as TOML", () => {
    const toml = 'm = "a\\"b\\u007f"\nl = [{ k = "v", "odd key" = [1.5, true] }]\n[t.u]\nv = "ü"\n';
    const overrides = profileOverrides(homeWith("work.config.toml", toml), "work", []);
    expect(parse((overrides ?? []).join("\n"))).toEqual(parse(toml));
  });

  test("that is not there is none", () => {
    expect(profileOverrides(ownFolder(), "work", [])).toBeUndefined();
  });

  test.each([
    [
      '[projects."/a/b"]\ntrust_level = "trusted"',
      ['projects={"/a/b" = {"trust_level" = "trusted"}}'],
    ],
    ['a."" = 1', ['a={"" = 1}']],
    [
      '[a.b]\nx = 1\n[a."c.d"]\ny = 2\n[a.b."e.f"]\nz = 3\n[a."g h"]\n',
      ['a={"c.d" = {"y" = 2}, "g h" = {}}', 'a.b={"e.f" = {"z" = 3}}', "a.b.x=1"],
    ],
  ])("says keys that need quotes in a table, before the rest of it: %j", (toml, overrides) => {
    expect(profileOverrides(homeWith("work.config.toml", toml), "work", [])).toEqual(overrides);
  });

  test.each([
    ['"odd key" = 1', '"odd key"'],
    ['"x.y" = 1', '"x.y"'],
  ])("cannot pass on %j, which stands in no table", (toml, name) => {
    const home = homeWith("work.config.toml", toml);
    const path = join(home, "work.config.toml");
    expect(() => profileOverrides(home, "work", [])).toThrow(
      new CliError("config", `${path}: ${name} cannot be passed as an override`, {
        hint: "put it into config.toml: codex overrides cannot name such a key",
      }),
    );
  });

  test("that is no TOML is a mistake that names the file", () => {
    const home = homeWith("work.config.toml", "model = \n");
    const message = expect.stringContaining(`${home}/work.config.toml: `) as string;
    expect(refusal(() => profileOverrides(home, "work", []))).toMatchObject({
      kind: "config",
      message,
    });
  });
});

describe("a profile below the overrides of a command line", () => {
  test.each<[string, string, string[], string[]]>([
    ["is outdone by a value", "a = 1\nb = 2", ["a=3"], ["a=3", "b=2"]],
    ["keeps what a table does not name", "[t]\na = 1\nb = 2", ["t={a=3}"], ["t.a=3", "t.b=2"]],
    [
      "keeps what a value in a table does not name",
      "[t]\na = 1",
      ["t.b.c=x"],
      ["t.a=1", 't.b.c="x"'],
    ],
    ["loses a table to a value", "[t]\na = 1", ["t=2"], ["t=2"]],
    ["loses a value to a table", "t = 1", ["t.a.b=2"], ["t.a.b=2"]],
    ["sees only the last table of a list", "[t]\na = 1", ["t.b=2", "t={c=3}"], ["t.a=1", "t.c=3"]],
    ["sees values after a table", "[t]\na = 1", ["t={c=3}", "t.d=4"], ["t.a=1", "t.c=3", "t.d=4"]],
    [
      "merges tables with keys that need quotes",
      '[m."a.b"]\nx = 1\ny = 2',
      ['m={"a.b"={x=3}, "c.d"={}}'],
      ['m={"a.b" = {"x" = 3, "y" = 2}, "c.d" = {}}'],
    ],
    [
      "takes words without quotes",
      "",
      ["a = 'b'", "c=it's", 'd="e', "f="],
      ['a="b"', 'c="it\'s"', 'd="e"', 'f=""'],
    ],
    [
      "has keys that are none of its own",
      "",
      ["__proto__.x=1", "constructor=2"],
      ["__proto__.x=1", "constructor=2"],
    ],
    ["leaves it to codex to refuse others", "a = 1", ["nope", "b=2"], ["a=1", "nope", "b=2"]],
    ["leaves it to codex to refuse an empty key", "a = 1", [" =2"], ["a=1", " =2"]],
  ])("%s", (_, toml, given, overrides) => {
    expect(profileOverrides(homeWith("work.config.toml", toml), "work", given)).toEqual(overrides);
  });
});

describe("a setting of codex", () => {
  const CONFIG = 'oss_provider = "ollama"';
  const KEY = "oss_provider";
  test.each<[name: string, toml: string, given: string[], value: string | undefined]>([
    ["is its text in config.toml", CONFIG, [], "ollama"],
    ["is the last one of the command line", CONFIG, [`${KEY}=x`, ` ${KEY} = 'y'`], "y"],
    ["is not one in a table", `[a]\n${CONFIG}`, [`b.${KEY}="x"`], undefined],
    ["is nothing where it is no text", `${KEY} = 1`, [], undefined],
    ["is nothing where nobody set it", "", [], undefined],
  ])("%s", (_, toml, config, value) => {
    const home = homeWith("config.toml", toml);
    expect(textSetting(KEY, { config, ignoreUserConfig: false }, home)).toBe(value);
  });

  test("is nothing where there is no file, or it is ignored", () => {
    const [home, none] = [homeWith("config.toml", CONFIG), ownFolder()];
    const found = [
      textSetting(KEY, { config: [], ignoreUserConfig: true }, home),
      textSetting(KEY, { config: [], ignoreUserConfig: false }, none),
    ];
    expect(found).toEqual([undefined, undefined]);
  });
});

function homeWith(name: string, toml: string): string {
  const home = ownFolder();
  writeFileSync(join(home, name), toml);
  return home;
}

function refusal(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
