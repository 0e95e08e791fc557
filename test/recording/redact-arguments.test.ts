import { expect, test } from "vitest";

import { redactArguments } from "../../src/recording/redact-arguments.js";

test.each([
  [
    ["run", "--json", "api_key=x"],
    ["run", "--json", "api_key=x"],
  ],
  [
    ["-c", 'model="m"'],
    ["-c", 'model="m"'],
  ],
  [
    ["-c", "max_output_tokens=5"],
    ["-c", "max_output_tokens=5"],
  ],
  [
    ["-c", "a.b.api_key=x=y"],
    ["-c", "a.b.api_key=[redacted]"],
  ],
  [
    ["--config", "x.bearer_token=t"],
    ["--config", "x.bearer_token=[redacted]"],
  ],
  [["--config=x.password=p q"], ["--config=x.password=[redacted]"]],
  [["-cclient_secret=s"], ["-cclient_secret=[redacted]"]],
  [["-c=client_secret=s"], ["-c=client_secret=[redacted]"]],
  [
    ["-c", 'mcp_servers.a.env={ "API_KEY" = "k", B="1" }'],
    ["-c", "mcp_servers.a.env=[redacted]"],
  ],
  [
    ["--answer", "pin=1=2", "--answer=word=x", "--answer", "x", "--answer=x"],
    [
      "--answer",
      "pin=[redacted]",
      "--answer=word=[redacted]",
      "--answer",
      "[redacted]",
      "--answer=[redacted]",
    ],
  ],
  [
    ["-c", 'mcp_servers.a.http_headers={X-Team="t"}', "-c", 'a.env.PLAIN="x"'],
    ["-c", "mcp_servers.a.http_headers=[redacted]", "-c", "a.env.PLAIN=[redacted]"],
  ],
  [
    ["-qc", "api_key=x", "-m", "--", "--answer", "y"],
    ["-qc", "api_key=[redacted]", "-m", "--", "--answer", "[redacted]"],
  ],
  [["use sk-proj-0123456789"], ["use [redacted]"]],
  [
    ["-c", "api_key_helper.path=/x"],
    ["-c", "api_key_helper.path=/x"],
  ],
])("%j is written down as %j", (argv, written) => {
  expect(redactArguments(argv)).toEqual(written);
});
