import { CliError } from "../outcome/errors.js";
import { DIALECT_TYPES } from "./dialect-types.js";
import { formsOf } from "./encoded-forms.js";
import type { Span } from "./matcher.js";
import { Matcher } from "./matcher.js";
import { REDACTED } from "./redacted.js";
import { secretsInVariable } from "./secrets-in-variable.js";
import { secretsInSetting } from "./settings.js";

/** Knows the secrets of a run and removes them from everything printed or written. */
export class Redactor {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #secrets = new Set<string>();
  /** Built on first use, while a server starts, and again after a secret was added. */
  #cachedMatcher: Matcher | undefined;

  /** Collects variables whose names look like secrets, and passwords in URLs. */
  constructor(env: Readonly<Record<string, string | undefined>> = {}) {
    this.#env = env;
    for (const [name, value = ""] of Object.entries(env)) {
      secretsInVariable(name, value).forEach((secret) => {
        this.#add(secret);
      });
    }
  }

  /** Adds the values of variables; returns the names of those that are not set. */
  addVariables(names: readonly string[]): string[] {
    const unset = names.filter((name) => (this.#env[name] ?? "").trim() === "");
    for (const name of names) {
      const value = this.#env[name]?.trim() ?? "";
      if (value !== "" && value.length < MIN_LENGTH) {
        throw new CliError("usage", `--redact-env ${name}: its value is too short to redact`, {
          hint: `fewer than ${String(MIN_LENGTH)} characters would be replaced all over the output`,
        });
      }
      this.#add(value);
    }
    return unset;
  }

  /** Adds the keys and tokens in codex settings (`key=value`). */
  addAssignments(assignments: readonly string[]): void {
    assignments.flatMap(secretsInSetting).forEach((secret) => {
      this.#add(secret);
    });
  }

  /** Adds a secret, unless it is so short that it would be replaced everywhere. */
  addSecret(value: string): void {
    if (value.trim().length >= MIN_LENGTH) this.#add(value);
  }

  text(text: string): string {
    const spans = this.spans(text);
    return spans.length === 0 ? text : replaced(text, spans);
  }

  /** The ranges of secrets in a text. */
  spans(text: string): Span[] {
    return this.#matcher()?.find(text, false).spans ?? [];
  }

  /** Splits a text that will continue: what can be shown, and its end if that may begin a secret. */
  split(text: string): { shown: string; kept: string } {
    const matcher = this.#matcher();
    if (matcher === undefined) return { shown: text, kept: "" };
    const { spans, undecidedFrom } = matcher.find(text, true);
    return {
      shown: replaced(text.slice(0, undecidedFrom), spans),
      kept: text.slice(undecidedFrom),
    };
  }

  /** Redacts every string in a value; a value without secrets is not copied. */
  value<T>(value: T): T {
    return this.#secrets.size === 0 ? value : (this.#redacted(value) as T);
  }

  /** Serialises a redacted value as JSON. */
  line(value: unknown): string {
    return JSON.stringify(this.value(value));
  }

  #redacted(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.spans(String(value)).length > 0 ? REDACTED : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const entries = value.map((entry: unknown) => this.#redacted(entry));
      return entries.every((entry, at) => Object.is(entry, value[at])) ? value : entries;
    }
    const before = Object.entries(value);
    const after = before.map(([key, entry]): [string, unknown] => [
      this.text(key),
      // Event types are kept, even if a password happens to be one.
      key === "type" && DIALECT_TYPES.has(entry) ? entry : this.#redacted(entry),
    ]);
    const isSame = ([key, entry]: [string, unknown], at: number): boolean =>
      key === before[at]?.[0] && Object.is(entry, before[at][1]);
    return after.every(isSame) ? value : Object.fromEntries(after);
  }

  /** Adds a secret, and each of its lines, as they appear in a diff. */
  #add(value: string): void {
    const whole = value.trim();
    if (whole === "") return;
    const lines = whole.split(/\r?\n/).map((line) => line.trim());
    const distinctive = lines.filter(
      (line) => line.length >= MIN_LINE_LENGTH && !line.startsWith("-----"),
    );
    for (const text of [whole, ...(lines.length > 1 ? distinctive : [])]) {
      this.#secrets.add(text);
    }
    this.#cachedMatcher = undefined;
  }

  #matcher(): Matcher | undefined {
    if (this.#secrets.size > 0)
      this.#cachedMatcher ??= new Matcher([...this.#secrets].flatMap(formsOf));
    return this.#cachedMatcher;
  }
}

const MIN_LENGTH = 4;
const MIN_LINE_LENGTH = 16;

function replaced(text: string, spans: readonly Span[]): string {
  let result = "";
  let from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, start) + REDACTED;
    from = end;
  }
  return result + text.slice(from);
}
