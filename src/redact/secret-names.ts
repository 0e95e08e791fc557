/**
 * Whether a variable, setting or field of this name holds a secret. The only definition: used for the
 * environment, settings, recordings and forms.
 */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (last === "ID") return isSecretId(words);
  // GITHUB_TOKEN_FILE is a path, env_key the name of a variable, PWD the current directory.
  if (ABOUT_SECRETS.has(last) || NO_SECRETS.has(words.join("_"))) return false;
  if (words.some((word) => word.startsWith("WEBHOOK"))) return true;
  if (words.some((word) => WORDS.has(word) || COMPOUND.test(word))) return true;
  if (words.length > 1 && LAST_OF_SEVERAL.has(last)) return true;
  return words.some((word, at) => word === "TOKENS" && !isCount(words, at));
}

/** The words of a name in upper case, without numbers: `apiKey2` is API KEY. */
function wordsOf(name: string): string[] {
  const words = name
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((word) => (ENCODINGS.has(word) ? "" : word.replace(/\d{1,9}$/, "")))
    .filter((word) => word !== "");
  // A URL is not a secret, except one such as SLACK_WEBHOOK_URL.
  const last = words.at(-1) ?? "";
  return words.length > 1 && /^UR[IL]$/.test(last) && words.at(-2)?.startsWith("WEBHOOK") === true
    ? words.slice(0, -1)
    : words;
}

const MAX_NAME_LENGTH = 256;

/** Encodings of a value, which do not matter here. */
const ENCODINGS: ReadonlySet<string> = new Set(["B64", "BASE64", "HEX", "PEM", "JSON"]);

/** AWS_ACCESS_KEY_ID and VAULT_SECRET_ID are halves of a login; GPG_KEY_ID is public. */
const isSecretId = (words: readonly string[]): boolean =>
  words.at(-2) === "SECRET" || (words.at(-2) === "KEY" && words.at(-3) === "ACCESS");

/** MAX_TOKENS is a count; GITHUB_TOKENS are secrets. */
const isCount = (words: readonly string[], at: number): boolean =>
  words.slice(0, at).some((word) => COUNTING.has(word));

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const COUNTING = setOf(
  "MAX MAXIMUM MIN MINIMUM NUM NUMBER TOTAL INPUT OUTPUT CACHED REASONING PROMPT COMPLETION CONTEXT USED STOP SPECIAL",
);

/** A name with one of these last words describes a secret and does not hold it. */
const ABOUT_SECRETS = setOf(`
  FILE FILES FILENAME PATH PATHS DIR DIRECTORY FOLDER URL URI SOCK SOCKET NAME NAMES COMMAND CMD HELPER VAR STORE
  ASKPASS TYPE KIND ALG ALGORITHM METHOD MODE FORMAT LENGTH SIZE COUNT LIMIT BUDGET TTL EXPIRY EXPIRES EXPIRATION TIMEOUT
  REPEAT DELAY RATE LAYOUT BINDINGS ENABLED DISABLED REQUIRED PARALLELISM VERSION HOST HOSTNAME PORT REGION DOMAIN
  ISSUER AUDIENCE SCOPE SCOPES PROVIDER ENDPOINT ARN USER USERNAME EMAIL LEVEL POLICY CHECKS
`);

const NO_SECRETS = setOf("ENV_KEY PWD OLD_PWD OLDPWD INIT_CWD");

/** Words that mark a secret anywhere in a name: API_KEY_PROD as well as API_KEY. */
const WORDS = setOf(`
  KEY KEYS TOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASSPHRASE PASSPHRASES PASSCODE CREDENTIAL CREDENTIALS CREDS
  PAT PATS AUTH AUTHORIZATION BEARER COOKIE COOKIES JWT NETRC KUBECONFIG DOCKERCONFIG DOCKERCONFIGJSON MNEMONIC PSK SALT
`);

/** Words that mark a secret only after another word: MYSQL_PWD, SMTP_PASS. */
const LAST_OF_SEVERAL = setOf("PWD PASS PIN OTP");

/** Compound words: PGPASSWORD, AUTHTOKEN, APIKEY; but not MONKEY or KEYBOARD. */
const COMPOUND =
  /(?:TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?)$|(?:API|ACCESS|SECRET|PRIVATE|PRIV|SSH|GPG|PGP|AUTH|MASTER|SIGNING|SIGN|ENCRYPTION|LICENSE|LICENCE|DEPLOY|ACCOUNT|SHARED|CLIENT|APP|SERVICE|SESSION)KEYS?$/;
