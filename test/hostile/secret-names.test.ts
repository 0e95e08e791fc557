import { expect, test } from "vitest";

import { Redactor } from "../../src/redact/redactor.js";
import { isSecretName } from "../../src/redact/secret-names.js";
import { redactSettings, redactAssignment } from "../../src/redact/settings.js";

const VALUE = "Zx81-value-0042";
const WORDS = [
  ..."API_KEY ACCESS_KEY SIGNING_KEY ENCRYPTION_KEY PRIVATE_KEY TOKEN ACCESS_TOKEN SECRET CLIENT_SECRET".split(
    " ",
  ),
  ..."PASSWORD PASSWD PASSPHRASE CREDENTIALS PAT AUTH AUTH_CONFIG AUTHORIZATION COOKIE SESSION_TOKEN JWT".split(
    " ",
  ),
  ..."APIKEY AUTHTOKEN PGPASSWORD GITHUB_TOKENS API_KEYS SECRETS PASSWORDS".split(" "),
];
const BEFORE = ["", "OPENAI_", "MY_APP_", "CI_", "npm_config_", "TF_VAR_"];
const BEHIND = [
  ...[
    "",
    "_2",
    "2",
    "_02",
    "_PROD",
    "_STAGING",
    "_DEV",
    "_OLD",
    "_NEW",
    "_B64",
    "_BASE64",
    "_HEX",
    "_PEM",
  ],
  ...["_JSON", "_EU", "_PRIMARY", "_FOR_TESTS", "_VALUE", "_PROD_2", "_B64_2"],
];

const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.toLowerCase().replaceAll("_", "-");

const namesWith = (word: string): string[] =>
  BEFORE.flatMap((before) => BEHIND.map((behind) => `${before}${word}${behind}`)).flatMap(
    (name) => [name, name.toLowerCase(), camel(name), kebab(name)],
  );

/** Variables that every machine has, or that are about secrets. */
const PLAIN = [
  ..."PATH HOME PWD OLDPWD SHELL TERM LANG EDITOR LOGNAME SHLVL TMPDIR DISPLAY COLORTERM".split(
    " ",
  ),
  ..."SSH_AUTH_SOCK SSH_ASKPASS GIT_ASKPASS GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL XAUTHORITY".split(" "),
  ..."XDG_SESSION_ID XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS GPG_KEY_ID GPG_TTY KEYBOARD MONKEY".split(
    " ",
  ),
  ..."KEY_REPEAT KEYTIMEOUT TOKENIZERS_PARALLELISM MAX_TOKENS TOKEN_LIMIT TOKEN_URL".split(" "),
  ..."GITHUB_TOKEN_FILE PASSWORD_STORE_DIR SECRET_NAME AUTH0_DOMAIN AWS_REGION NODE_OPTIONS".split(
    " ",
  ),
];

test.each(WORDS)(
  "a name with %s in it is one of a secret, as a variable and as a setting",
  (word) => {
    const missed = namesWith(word).filter((name) => {
      const shown = [
        isSecretName(name) ? "" : VALUE,
        redactAssignment(`a.b.${name}="${VALUE}"`),
        redactAssignment(`a={ x = 1, ${name} = "${VALUE}" }`),
        JSON.stringify(redactSettings({ a: [{ [name]: VALUE }] })),
      ];
      return shown.some((text) => text.includes(VALUE));
    });
    expect(missed).toEqual([]);
  },
);

test.each(PLAIN)("%s is none", (name) => {
  expect(new Redactor({ [name]: VALUE }).text(`<${VALUE}>`)).toBe(`<${VALUE}>`);
});

/** Variables that hold a secret among other things: the value, and what is secret in it. */
const HOLDERS: Readonly<Record<string, readonly [value: string, secret: string]>> = {
  DATABASE_URL: ["postgres://app:s3cr3t-pass@db:5432/x?sslmode=on", "s3cr3t-pass"],
  MONGO_URI: ["mongodb+srv://app:p%40ss-w0rd@db/x", "p@ss-w0rd"],
  REDIS_URL: ["redis://:only-passw0rd@db:6379", "only-passw0rd"],
  HTTPS_PROXY: ["http://me:proxy-pass-1@proxy:3128", "proxy-pass-1"],
  JDBC_URL: ["jdbc:mysql://db/x?user=me&password=jdbc-pass-1", "jdbc-pass-1"],
  SQL_CONNECTION_STRING: ["Server=db;User Id=me;Password=sql-pass-1;", "sql-pass-1"],
  STORAGE: ["AccountName=x;AccountKey=c3RvcmFnZS1rZXk0Mg==;Suffix=y", "c3RvcmFnZS1rZXk0Mg=="],
  GIT_REMOTE: ["https://ghp_0123456789abcdefghij@github.com/a/b", "ghp_0123456789abcdefghij"],
  SLASHED_URL: ["postgres://app:sl/ash-pass-1@db/x", "sl/ash-pass-1"],
  DOCKER_AUTH_CONFIG: [
    `{"auths":{"r.example.org":{"auth":"${Buffer.from("me:docker-pass-1").toString("base64")}"}}}`,
    "docker-pass-1",
  ],
  VCAP_SERVICES: ['{"db":[{"credentials":{"password":"vcap-pass-1"}}]}', "vcap-pass-1"],
  SIGNING_KEY_B64: [Buffer.from("signing-key-0042").toString("base64"), "signing-key-0042"],
  GCP_CREDENTIALS: ['{"type":"service_account","private_key":"gcp-key-00421"}', "gcp-key-00421"],
};

test.each(Object.entries(HOLDERS))("what is secret in %s is found", (name, [value, secret]) => {
  const redactor = new Redactor({ [name]: value });
  expect([value, secret].map((text) => redactor.text(`<${text}>`).includes(secret))).toEqual([
    false,
    false,
  ]);
});

test("a password of a word is hidden where it is a login, and a path is no secret", () => {
  const path = "/home/me/.config/gcloud/key.json";
  const redactor = new Redactor({
    DATABASE_URL: "postgres://app:app@db/x",
    GOOGLE_APPLICATION_CREDENTIALS: path,
    KUBECONFIG: "/home/me/.kube/config",
  });
  expect(redactor.text(`the app at postgres://app:app@db/x, ${path}, /home/me/.kube/config`)).toBe(
    `the app at postgres://[redacted]db/x, ${path}, /home/me/.kube/config`,
  );
});

const SETTINGS: readonly [word: string, shown: string][] = [
  ['a.http_headers={X-A="b"}', "a.http_headers=[redacted]"],
  ['a.env_http_headers={X-A="NAME"}', 'a.env_http_headers={X-A="NAME"}'],
  ['mcp_servers.x.env.A="b"', "mcp_servers.x.env.A=[redacted]"],
  ['shell_environment_policy.set={A="b"}', "shell_environment_policy.set=[redacted]"],
  ['a.bearer_token_env_var="NAME"', 'a.bearer_token_env_var="NAME"'],
  ['a.env_key="NAME"', 'a.env_key="NAME"'],
  ['a.base_url="https://u:p@h/v1"', 'a.base_url="https://u:[redacted]@h/v1"'],
  ['a.base_url="https://h/v1?api-key=k"', 'a.base_url="https://h/v1?api-key=[redacted]"'],
  [
    'args=["--header","Authorization: Bearer abcd"]',
    'args=["--header","Authorization: Bearer [redacted]"]',
  ],
  ['model="gpt-5"', 'model="gpt-5"'],
  ["app-server", "app-server"],
];

test.each(SETTINGS)("the setting %s is shown as %s", (word, shown) => {
  expect(redactAssignment(word)).toBe(shown);
});
