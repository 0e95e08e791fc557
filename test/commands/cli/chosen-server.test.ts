import { expect, test } from "vitest";

import { chosenServer } from "../../../commands/cli/chosen-server.js";
import { connectedSettings } from "../../../commands/cli/connected-settings.js";

const connect = (address: string, tokenFile?: string) => ({ address, tokenFile });

test.each([
  ["nothing", {}, {}, { codex: undefined, connect: undefined }],
  ["the flag", { connect: "auto" }, { connect: "unix://" }, { connect: connect("auto") }],
  ["the config", {}, { connect: "unix://" }, { connect: connect("unix://") }],
  ["a codex of the config", {}, { codex: "/a" }, { codex: "/a" }],
  ["--codex before the config", { codex: "/a" }, { connect: "unix://" }, { codex: "/a" }],
  ["--demo before the config", { demo: "hello" }, { connect: "unix://" }, {}],
  [
    "a token file",
    { connect: "wss://a", "connect-token-file": "t" },
    {},
    { connect: connect("wss://a", "t") },
  ],
])("the server is that of %s", (_, argv, settings, server) => {
  expect(chosenServer(argv, settings)).toEqual(server);
});

test.each([
  [{ connect: "auto", codex: "/a" }, "--connect and --codex exclude each other"],
  [{ connect: "auto", demo: "" }, "--connect and --demo exclude each other"],
  [{ connect: ["a", "b"] }, "--connect was given more than once"],
  [{ "connect-token-file": "t" }, "--connect-token-file needs --connect ADDRESS"],
])("%j is refused", (argv, message) => {
  expect(() => chosenServer(argv, {})).toThrow(message);
});

test("settings become those of a thread, with their values as codex reads them", () => {
  const config = ["model=plain text", "a.b=[1, 2]", "c=true", 'd="quoted"'];
  expect(connectedSettings({ config, enable: ["one"], disable: ["two"] })).toEqual({
    ...{ model: "plain text", "a.b": [1, 2], c: true, d: "quoted" },
    ...{ "features.one": true, "features.two": false },
  });
  expect(connectedSettings({ config: [], enable: [], disable: [] })).toBeNull();
});

test.each(["otel.exporter=1", "cli_auth_credentials_store=file", "profile=x"])(
  "%s is a setting of the whole server",
  (setting) => {
    expect(() => connectedSettings({ config: [setting], enable: [], disable: [] })).toThrow(
      "it is a setting of the whole server",
    );
  },
);
