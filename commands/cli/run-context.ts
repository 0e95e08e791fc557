import type { RunContext, World } from "../../src/context.js";
import { Redactor } from "../../src/redact/redactor.js";
import { mayBeReadByRunner, withoutLogCommands } from "../../src/text/log-commands.js";
import { visibleName } from "../../src/text/visible-name.js";
import { sanitizeStyled } from "../../src/text/sanitize-for-terminal.js";
import { stopOn } from "./stop.js";

/** Adds an abort controller and a redactor to the world; its stderr is redacted. */
export function createRunContext(world: World): RunContext {
  const secrets = new Redactor(world.env);
  const stderr = redacted(world, secrets);
  const logGroup = (title: string | null): void => {
    const name = title === null ? "" : secrets.text(visibleName(title));
    world.stderr.write(title === null ? "::endgroup::\n" : `::group::${name}\n`);
  };
  return { ...world, stop: stopOn(world.stopRequested), secrets, stderr, logGroup };
}

/**
 * Wraps stderr so that every write is redacted. Control sequences are removed first, because one may
 * split a secret in two; commands for a CI runner last, because the other steps may join one.
 */
function redacted({ stderr, env }: World, secrets: Redactor): World["stderr"] {
  const stripCommands = mayBeReadByRunner(stderr, env)
    ? withoutLogCommands
    : (text: string) => text;
  const write = (chunk: unknown, ...rest: unknown[]): boolean =>
    (stderr.write as (...args: unknown[]) => boolean).call(
      stderr,
      typeof chunk === "string" ? stripCommands(secrets.text(sanitizeStyled(chunk))) : chunk,
      ...rest,
    );
  return new Proxy(stderr, {
    get(stream, key) {
      if (key === "write") return write;
      const member = Reflect.get(stream, key, stream) as unknown;
      return typeof member === "function" ? (member.bind(stream) as unknown) : member;
    },
  });
}
