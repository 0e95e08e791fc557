import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { withLoopback } from "./loopback.js";
import type { Scenario } from "../../src/demo/scenario.js";
import { withEngine, type Engine } from "./engine.js";

/** Who gives out logins, and tells what is left of them: a stand-in on loopback. */
export interface Issuer {
  readonly url: string;
  /** Every request so far, as `POST /oauth/token`. */
  readonly asked: readonly string[];
  /** What makes codex turn here. */
  readonly env: Readonly<Record<string, string>>;
  /** The same for limits, as a piece of config.toml. */
  readonly toml: string;
  /** Settles at the next poll of a device that still waits. */
  polled(): Promise<void>;
}

/** What the issuer is to say. */
export interface IssuerSetup {
  /** The browser comes back with this error instead of a code. */
  readonly denies?: string;
  /** How often a device is told to wait; for ever unless said. */
  readonly pendingPolls?: number;
  readonly usage?: Usage;
  /** How the address of the account reads. */
  readonly email?: string;
}

/** How much of the two windows is used, in percent, and when the first begins anew. */
export interface Usage {
  readonly primary: number;
  readonly secondary: number;
  /** Seconds since 1970. */
  readonly resetsAt: number;
  readonly credits?: { has_credits: boolean; unlimited: boolean; balance: string | null };
}

/** Starts an issuer, lends it to `use`, and closes it on every path. */
export async function withIssuer<T>(
  setup: IssuerSetup,
  use: (issuer: Issuer) => Promise<T>,
): Promise<T> {
  const asked: string[] = [];
  let polls = 0;
  let tellPoll = (): void => undefined;
  const poll = (): number => {
    tellPoll();
    return ++polls;
  };
  let base = "";
  return withLoopback(
    async (request, response) => {
      asked.push(`${request.method} ${new URL(request.url ?? "", "http://issuer").pathname}`);
      await text(request);
      answer(request, response, { ...setup, url: base, poll });
    },
    (url) => {
      base = url;
      return use({
        url,
        asked,
        env: {
          CODEX_APP_SERVER_LOGIN_ISSUER: url,
          CODEX_REVOKE_TOKEN_URL_OVERRIDE: `${url}/oauth/revoke`,
          CODEX_AUTHAPI_BASE_URL: url,
        },
        toml: `chatgpt_base_url = "${url}/backend-api/"\n`,
        polled: () => new Promise((resolve) => (tellPoll = resolve)),
      });
    },
  );
}

/** What auth.json holds once somebody has logged in here. */
export const storedLogin = (email = EMAIL): string =>
  JSON.stringify({
    auth_mode: "chatgpt",
    OPENAI_API_KEY: null,
    tokens: { ...tokensOf(email), account_id: "acc-1" },
    last_refresh: new Date().toISOString(),
  });

const EMAIL = "sam@example.org";

interface Reply extends IssuerSetup {
  readonly url: string;
  /** Counts one more poll. */
  poll(): number;
}

function answer(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { pathname, searchParams } = new URL(request.url ?? "", reply.url);
  const json = (body: unknown, status = 200): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  switch (pathname) {
    case "/oauth/authorize":
      response.writeHead(302, { location: wayBack(searchParams, reply.denies) }).end();
      break;
    case "/oauth/token":
      json(tokensOf(reply.email));
      break;
    case "/oauth/revoke":
      json({});
      break;
    case "/api/accounts/deviceauth/usercode":
      json({ device_auth_id: "device-1", user_code: "ABCD-1234", interval: "1" });
      break;
    case "/api/accounts/deviceauth/token":
      if (reply.poll() <= (reply.pendingPolls ?? Infinity)) json({}, 403);
      else
        json({ authorization_code: "c-1", code_challenge: "challenge", code_verifier: "verify" });
      break;
    case "/v1/user-auth-credential/whoami":
      if (request.headers.authorization === "Bearer at-good") json(WHOAMI);
      else json({ error: "no such token" }, 401);
      break;
    case "/backend-api/wham/accounts/check":
      json(ACCOUNTS);
      break;
    case "/backend-api/wham/usage":
      if (reply.usage === undefined) json({}, 404);
      else json(usageOf(reply.usage));
      break;
    default:
      json({}, 404);
  }
}

/** Where a browser is sent back to. */
function wayBack(asked: URLSearchParams, denies: string | undefined): string {
  const back = new URL(asked.get("redirect_uri") ?? "");
  back.searchParams.set("state", asked.get("state") ?? "");
  if (denies === undefined) back.searchParams.set("code", "c-1");
  else back.searchParams.set("error", denies);
  return back.href;
}

const ACCOUNT = {
  chatgpt_plan_type: "pro",
  chatgpt_account_id: "acc-1",
  chatgpt_user_id: "user-1",
};

const WHOAMI = { email: EMAIL, ...ACCOUNT, chatgpt_account_is_fedramp: false };

/** Codex asks where an account's workspace is before it says who is logged in. */
const ACCOUNTS = {
  accounts: [
    {
      id: "acc-1",
      structure: "personal",
      // Codex takes no other than https; nobody listens there.
      workspace_backend_origin: "https://127.0.0.1:9",
      account_routing_override: "NO_CONSTRAINT",
    },
  ],
  account_ordering: ["acc-1"],
  default_account_id: "acc-1",
};

function tokensOf(email = EMAIL) {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { email, exp: 4_000_000_000, "https://api.openai.com/auth": ACCOUNT };
  const token = `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.sig`;
  return { id_token: token, access_token: token, refresh_token: "refresh-1" };
}

const usageOf = ({ primary, secondary, resetsAt, credits }: Usage) => ({
  plan_type: "pro",
  rate_limit: {
    allowed: true,
    limit_reached: false,
    primary_window: windowOf(primary, 5 * 3600, resetsAt),
    secondary_window: windowOf(secondary, 7 * 24 * 3600, resetsAt + 24 * 3600),
  },
  credits: credits ?? { has_credits: true, unlimited: false, balance: "12.5" },
});

const windowOf = (used_percent: number, limit_window_seconds: number, reset_at: number) => ({
  used_percent,
  limit_window_seconds,
  reset_after_seconds: Math.max(reset_at - Math.floor(Date.now() / 1000), 0),
  reset_at,
});

/** What the service that knows the limits of an account says: how much is used, in percent. */
type UsageService = "down" | "hangs" | { readonly used: number };

/** When the first window of the account begins anew, in seconds; the second does so a day later. */
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
      answerUsage(service, response);
    },
    (url) =>
      withEngine({ scenario, toml: `chatgpt_base_url = "${url}/backend-api/"\n` }, (engine) =>
        use({ engine, asked, looked: () => looked }),
      ),
  );
}

function answerUsage(service: UsageService, response: ServerResponse): void {
  if (service === "hangs") return;
  if (service === "down") return void response.writeHead(500).end("out of order");
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify(usageOf({ primary: service.used, secondary: 5, resetsAt: RESETS_AT })),
  );
}

/** Makes an engine believe that somebody logged in with a plan; the tokens are worth nothing. */
export const logIn = ({ codexHome }: Engine): Promise<void> =>
  writeFile(join(codexHome, "auth.json"), storedLogin());
