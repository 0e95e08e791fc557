import { REDACTED, redactAll } from "./redacted.js";
import { isSecretName } from "./secret-names.js";
import { isDistinctive, redactKeys } from "./secret-values.js";
import { secretsInVariable } from "./secrets-in-variable.js";

/**
 * Redacts settings that are printed or recorded: by name, by the format of their values, and everything
 * that is passed to other programs and servers or answers a question.
 */
export function redactSettings(value: unknown, name = ""): unknown {
  if (PASSED_ON.test(name)) return redactAll(value);
  if (typeof value === "string") return isSecretName(name) ? REDACTED : redactAssignment(value);
  if (Array.isArray(value)) return value.map((each) => redactSettings(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, redactSettings(each, key)]),
  );
}

const PASSED_ON = /^(?:env|set|http_?headers|query_?params|answers)$/i;

/** Redacts `key=value`, as `-c` takes it; any other word only by its format. */
export function redactAssignment(word: string): string {
  const setting = readAssignment(word);
  if (setting === undefined) return redactKeys(word);
  const mustRedact = isSecret(setting) || isPassedOn(setting);
  return mustRedact ? `${setting.path}=${REDACTED}` : redactKeys(word);
}

/** Lists the keys and tokens in `key=value`. */
export function secretsInSetting(word: string): string[] {
  const setting = readAssignment(word);
  if (setting === undefined) return [];
  const texts = [...setting.value.matchAll(TEXTS)].map(
    ([, basic, literal = ""]) => basic?.replaceAll(/\\(["\\])/g, "$1") ?? literal,
  );
  const bare = setting.value.trim();
  const all = texts.length === 0 && !/^[[{]/.test(bare) ? [bare] : texts;
  return isSecret(setting)
    ? all.flatMap((text) => [...withoutScheme(text)].filter(isDistinctive))
    : all.flatMap((text) => secretsInVariable("", text));
}

/** Quoted TOML strings that are not keys. */
const TEXTS = /"((?:[^"\\]|\\.)*)"(?!\s*=)|'([^']*)'(?!\s*=)/g;

/** `Bearer abc` may appear elsewhere as `abc`. */
const withoutScheme = (text: string): Set<string> =>
  new Set([text, text.replace(/^(?:Bearer|Basic|Token)\s+/i, "")]);

interface Assignment {
  path: string;
  value: string;
}

function readAssignment(word: string): Assignment | undefined {
  const [, path, value = ""] = /^([\w.:/"'@-]{1,512})\s*=([^]*)$/.exec(word) ?? [];
  return path === undefined ? undefined : { path, value };
}

/** Whether the setting's name, or a key in its table, marks a secret, or it is sent to a server. */
const isSecret = (setting: Assignment): boolean =>
  [pathOf(setting).at(-1) ?? "", ...namesIn(setting)].some(isSecretName) ||
  [...pathOf(setting), ...namesIn(setting)].some((part) => SENT.test(part));

const SENT = /^(?:http_?headers|query_?params)$/i;

/** Whether it is passed to other programs or servers: mostly not secret, but private. */
const isPassedOn = (setting: Assignment): boolean =>
  [...pathOf(setting), ...namesIn(setting)].some((part) => PASSED_ON.test(part));

const pathOf = ({ path }: Assignment): string[] =>
  path.split(".").map((part) => part.replaceAll(/["']/g, ""));

const namesIn = ({ value }: Assignment): string[] =>
  /^\s*[[{]/.test(value)
    ? [...value.matchAll(/([\w.-]{1,256})["']?\s*=(?!=)/g)].flatMap(([, name = ""]) =>
        name.split("."),
      )
    : [];
