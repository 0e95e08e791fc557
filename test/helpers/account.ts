import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";

import type { Scenario } from "../../src/demo/scenario.js";
import { withEngine, type Engine } from "./engine.js";
import { withLoopback } from "./loopback.js";

/** What the service that knows the limits of an account says: how much is used, in percent. */
type UsageService = "down" | "hangs" | { readonly used: number };

/** When the first window of the account begins anew, in seconds; the second does so half a day later. */
const RESETS_AT = 2_000_000_000;

/** An engine whose account has limits. */
interface Account {
  readonly engine: Engine;
  /** How often its limits were looked up. */
  looked(): number;
  /** Settles when they were looked up for the first time. */
  readonly asked: Promise<void>;
}

/** An engine, and the service that it asks about the limits of its account; nobody is logged in. */
export async function withAccount(
  scenario: Scenario | string,
  service: UsageService,
  use: (account: Account) => Promise<void>,
): Promise<void> {
  let looked = 0;
  let tell = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await withLoopback(
    ({ url }, response) => {
      if (url !== "/backend-api/wham/usage") return void response.writeHead(404).end();
      looked++;
      tell();
      answer(service, response);
    },
    (url) =>
      withEngine({ scenario, toml: `chatgpt_base_url = "${url}/backend-api/"\n` }, (engine) =>
        use({ engine, asked, looked: () => looked }),
      ),
  );
}

function answer(service: UsageService, response: ServerResponse): void {
  if (service === "hangs") return;
  if (service === "down") return void response.writeHead(500).end("out of order");
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(usage(service)));
}

/** As the service puts it. */
const usage = ({ used }: Exclude<UsageService, string>) => ({
  plan_type: "pro",
  rate_limit: {
    allowed: true,
    limit_reached: false,
    primary_window: {
      used_percent: used,
      limit_window_seconds: 18_000,
      reset_after_seconds: 120,
      reset_at: RESETS_AT,
    },
    secondary_window: {
      used_percent: 5,
      limit_window_seconds: 604_800,
      reset_after_seconds: 43_200,
      reset_at: RESETS_AT + 43_200,
    },
  },
  credits: { has_credits: true, unlimited: false, balance: "12.5" },
});

/** Makes an engine believe that somebody logged in with a plan; the tokens are worth nothing. */
export async function logIn({ codexHome }: Engine): Promise<void> {
  const token = jwt({
    email: "someone@example.org",
    exp: Math.floor(Date.now() / 1000) + 86_400,
    "https://api.openai.com/auth": {
      chatgpt_plan_type: "pro",
      chatgpt_account_id: "acc-1",
      chatgpt_user_id: "user-1",
    },
  });
  const stored = {
    auth_mode: "chatgpt",
    OPENAI_API_KEY: null,
    tokens: {
      id_token: token,
      access_token: token,
      refresh_token: "rt",
      account_id: "acc-1",
    },
    last_refresh: new Date().toISOString(),
  };
  await writeFile(join(codexHome, "auth.json"), JSON.stringify(stored));
}

function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.sig`;
}
