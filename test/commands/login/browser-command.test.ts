import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { browserFor } from "../../../commands/login/browser-command.js";
import { createLauncher } from "../../../src/process/launcher.js";
import { sendSignal } from "../../helpers/launchers.js";
import { ownFolder } from "../world.js";

const URL = "https://example.org/login?a=%20";
const DESK = { platform: "linux", isTTY: true };

test.each<[string, Record<string, string>, readonly string[]]>([
  ["a program", { BROWSER: "firefox" }, ["firefox", URL]],
  ["a program with words", { BROWSER: "firefox --new" }, ["firefox", "--new", URL]],
  ["a place for the address", { BROWSER: "open-in --url=%s x" }, ["open-in", `--url=${URL}`, "x"]],
  ["the first of several", { BROWSER: "firefox:w3m" }, ["firefox", URL]],
])("$BROWSER is %s", (_, env, command) => {
  expect(browserFor(URL, { ...DESK, env })).toEqual(command);
});

test("macOS has open", () => {
  expect(browserFor(URL, { ...DESK, platform: "darwin", env: { BROWSER: "" } })).toEqual([
    "open",
    URL,
  ]);
});

test.each([["DISPLAY"], ["WAYLAND_DISPLAY"]])("a desktop (%s) has xdg-open", (name) => {
  const env = { PATH: `/nowhere:${folderWith("xdg-open")}`, [name]: ":0" };
  expect(browserFor(URL, { ...DESK, env })).toEqual(["xdg-open", URL]);
});

test.each<[string, Record<string, string | undefined>]>([
  ["without a desktop", { PATH: "here" }],
  ["without xdg-open", { PATH: "/nowhere", DISPLAY: ":0" }],
  ["over SSH", { BROWSER: "firefox", SSH_CONNECTION: "1" }],
  ["over SSH with a terminal", { BROWSER: "firefox", SSH_TTY: "/dev/pts/1" }],
  ["in CI", { BROWSER: "firefox", CI: "true" }],
])("%s there is none", (_, env) => {
  expect(browserFor(URL, { ...DESK, env })).toBeUndefined();
});

test("no browser is opened if the output is a pipe", () => {
  expect(browserFor(URL, { ...DESK, isTTY: false, env: { BROWSER: "firefox" } })).toBeUndefined();
});

test.each([["--version"], ["file:///etc/passwd"], [""]])("%j is no address to open", (url) => {
  expect(browserFor(url, { ...DESK, env: { BROWSER: "firefox" } })).toBeUndefined();
});

test("a browser that cannot be started is not an error", () => {
  expect(() => {
    createLauncher(sendSignal).startDetached(["/nowhere/browser", URL], {});
  }).not.toThrow();
});

function folderWith(program: string): string {
  const folder = ownFolder();
  writeFileSync(join(folder, program), "", { mode: 0o755 });
  return folder;
}
