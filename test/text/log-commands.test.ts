import { expect, test } from "vitest";

import { withoutLogCommands } from "../../src/text/log-commands.js";

test.each([
  ["::stop-commands::x", ": :stop-commands::x"],
  ["ok\n  ::error::x", "ok\n  : :error::x"],
  ["a ##[add-mask]x", "a # #[add-mask]x"],
  ["##vso[task.setvariable variable=PATH]/tmp", "# #vso[task.setvariable variable=PATH]/tmp"],
  ["###teamcity[x]", "## #teamcity[x]"],
])("no runner obeys %j", (text, inert) => {
  expect(withoutLogCommands(text)).toBe(inert);
});

test("what no runner obeys stays as it is", () => {
  const text = "std::string a::b\n: x\n## Heading [x]\n#[test]";
  expect(withoutLogCommands(text)).toBe(text);
});
