import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { replayAlone } from "../helpers/recordings.js";
import { runCli } from "../helpers/run-in-process.js";
import { leaksIn, tellingForms } from "../helpers/leaks.js";
import { startOnTerminal } from "../helpers/run-cli.js";
import { saying, userConfig, wants } from "./asking.js";

const SECRET = "hunter:two/0123+4567?x=y";

/** An agent that spells a secret out: plain, in base64 and in an address, piece by piece. */
const TOLD = `plain ${SECRET}, coded ${base64(`user:${SECRET}`)}, address ${encodeURIComponent(SECRET)} end`;

const SPELLING: Scenario = {
  description: "reasons, prints and says a secret in many pieces",
  responses: [
    {
      say: [
        ...reasoningPieces(TOLD),
        {
          exec: 'for c in $(printf %s "$DEPLOY_KEY" | sed "s/./& /g"); do printf %s "$c"; sleep 0.05; done; printf "\\n%s" "$DEPLOY_KEY" | base64 -w 10',
          yield_time_ms: 10_000,
        },
      ],
    },
    { say: [{ text: TOLD, pieces: 90 }] },
  ],
};

test("the pieces of a recording joined show no secret, and its replay prints the same", async () => {
  await withEngine({ scenario: SPELLING }, async (engine) => {
    const file = join(engine.codexHome, "../run.jsonl");
    const { cwd, env } = placeOf(engine);
    const include = "deltas,diff,raw,approvals,usage,plan,mcp";
    const live = await runCli(
      [
        "run",
        "--json",
        "-v",
        "-s",
        "danger-full-access",
        "--include",
        include,
        "--record",
        file,
      ].concat([
        "-c",
        'model_reasoning_summary="detailed"',
        "-c",
        "show_raw_agent_reasoning=true",
        "Go",
      ]),
      { cwd, env: { ...env, DEPLOY_KEY: SECRET } },
    );
    const text = await readFile(file, "utf8");
    const kinds = new Set(
      readLines<{ message?: { method?: string } }>(text).flatMap(({ message }) =>
        /delta/i.test(message?.method ?? "") ? [message?.method] : [],
      ),
    );
    const again = await replayAlone(file);
    expect({
      exit: live.exit,
      kinds: [...kinds].sort(),
      leaks: [text, live.stdout, live.stderr].flatMap((each) => leaksIn(each, SECRET)),
      said: joined(live.stdout, "agent_message"),
      reasoned: joined(live.stdout, "reasoning"),
      same: again.stdout === live.stdout,
    }).toEqual({
      exit: 0,
      kinds: [
        "item/agentMessage/delta",
        "item/commandExecution/outputDelta",
        "item/reasoning/summaryTextDelta",
      ],
      leaks: [],
      said: TOLD_REDACTED,
      reasoned: TOLD_REDACTED,
      same: true,
    });
  });
});

/** What stands around it in base64 shares bits with it, and stays. */
const TOLD_REDACTED = `plain [redacted], coded dXNlcjp[redacted]k=, address [redacted] end`;

const QUESTION = { header: "Secret", question: "Which PIN?", isSecret: true, options: [] };
const CURIOUS = saying({
  call: "request_user_input",
  arguments: {
    questions: [
      { ...QUESTION, id: "pin", options: [{ label: "none", description: "none" }] },
      { ...QUESTION, id: "word", options: [{ label: "none", description: "none" }] },
    ],
  },
});

test("answers are in no recording, whether they are long or short", async () => {
  await withEngine({ scenario: CURIOUS }, async (engine) => {
    const file = join(engine.codexHome, "../run.jsonl");
    const { cwd, env } = placeOf(engine);
    const given = await userConfig(engine, { answers: { word: "open-sesame-77" } });
    const live = await runCli(
      [
        ...["run", "--json", "-v", "--include", "raw,approvals", "--record", file],
        ...["--enable", "default_mode_request_user_input", "--answer", "pin=739", "Go"],
      ],
      { cwd, env: { ...env, ...given } },
    );
    const text = await readFile(file, "utf8");
    const heard = JSON.stringify(engine.model.requests.at(-1)?.body);
    const again = await replayAlone(file);
    expect({
      exit: live.exit,
      reached: [/open-sesame-77/, /739/].map((each) => each.test(heard)),
      leaks: [text, live.stdout, live.stderr].map((each) =>
        /open-sesame-77|"739"|pin=739/.test(each),
      ),
      same: again.stdout === live.stdout,
    }).toEqual({
      exit: 0,
      reached: [true, true],
      leaks: [false, false, false],
      same: true,
    });
  });
});

const GREETING = { say: [{ text: "Hello." }] };

test("config show and -v print no token, no header and no answer", async () => {
  await withEngine(
    { scenario: { ...SPELLING, responses: [GREETING], then: "repeat-last" } },
    async (engine) => {
      const { cwd, env } = placeOf(engine);
      const settings = [
        'model_providers.x.name="x"',
        'model_providers.x.experimental_bearer_token="bearer-0123456789"',
        'model_providers.x.http_headers={X-Team="header-0123456789"}',
        'model_providers.x.query_params.sig="query-0123456789"',
        'model_providers.x.base_url="https://me:passw0rd-77@127.0.0.1:9/v1?token=inaddress-1"',
        'mcp_servers.y={command="no",enabled=false,env={PLAIN="envvalue-0123456789"}}',
      ];
      const given = await userConfig(engine, {
        config: settings,
        answers: { colour: "answer-0123456789" },
        approve: "exec:curl -H 'Authorization: Bearer program-0123456789' http://127.0.0.1:9",
      });
      const place = { cwd, env: { ...env, ...given } };
      const runs = [
        await runCli(["config", "show"], place),
        await runCli(["config", "show", "--json", "--origin"], place),
        await runCli(["run", "-v", "Go"], place),
        await runCli(["run", "--json", "-v", "Go"], place),
      ];
      const secret = /\w+-0123456789|passw0rd-77|inaddress-1/g;
      expect(
        runs.map(({ exit, stdout, stderr }) => [exit, `${stdout}${stderr}`.match(secret)]),
      ).toEqual(runs.map(() => [0, null]));
      expect(runs[2]?.stderr).toContain("model_providers.x.experimental_bearer_token=[redacted]");
      expect(runs[1]?.stdout).toContain('{"key":"answers","value":{"colour":"[redacted]"}');
    },
  );
});

test("somebody at the terminal is asked without secrets", async () => {
  await withEngine(
    { scenario: saying(wants(`echo ${SECRET} ${base64(SECRET)}`)) },
    async (engine) => {
      const { cwd, env } = placeOf(engine);
      const asking = startOnTerminal(
        ["run", "--json", "-s", "read-only", "--approve", "ask", "Go"],
        {
          cwd,
          env: { ...env, DEPLOY_KEY: SECRET },
          redirect: "</dev/null >/dev/null 2>/dev/null",
          columns: 60,
        },
      );
      await asking.shows(/redacted/);
      asking.type("n\r");
      const { screen, exit } = await asking.done;
      const plain = screen.replaceAll(/\s/g, "");
      expect({ exit, leaks: tellingForms(SECRET).filter((form) => plain.includes(form)) }).toEqual({
        exit: 0,
        leaks: [],
      });
    },
  );
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Reasoning whose summary comes a few letters at a time. */
function reasoningPieces(text: string) {
  const item = { type: "reasoning", id: "rs_split" };
  const deltas = text.match(/[^]{1,3}/g) ?? [];
  const at = { item_id: item.id, output_index: 0, summary_index: 0 };
  const summary = [{ type: "summary_text", text }];
  return [
    { type: "response.output_item.added", output_index: 0, item: { ...item, summary: [] } },
    {
      type: "response.reasoning_summary_part.added",
      ...at,
      part: { type: "summary_text", text: "" },
    },
    ...deltas.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...at, delta })),
    { type: "response.output_item.done", output_index: 0, item: { ...item, summary } },
  ].map((raw) => ({ raw }));
}

const joined = (stdout: string, kind: string): string =>
  readLines<Event>(stdout)
    .filter(({ type, item_type }) => type === "item.delta" && item_type === kind)
    .map(({ delta }) => delta)
    .join("");
