import type { Runtime, World } from "../../src/context.js";
import { Redactor } from "../../src/redact/redactor.js";
import { mayReachRunner, withoutLogCommands } from "../../src/text/log-commands.js";
import { sanitizeStyled } from "../../src/text/sanitize-for-terminal.js";
import { stopOn } from "./stop.js";

/** The world as a command sees it: with a way to stop, and secrets that do not get out. */
export function runtimeOf(world: World): Runtime {
  const secrets = new Redactor(world.env);
  return { ...world, stop: stopOn(world.stopAsked), secrets, stderr: redacted(world, secrets) };
}

/**
 * Everything on stderr is a text that is written whole. Control sequences go first, because they may
 * stand between the halves of a secret; commands for a CI runner go last, when nothing is joined any more.
 */
function redacted({ stderr, env }: World, secrets: Redactor): World["stderr"] {
  const shield = mayReachRunner(stderr, env) ? withoutLogCommands : (text: string) => text;
  const write = (chunk: unknown, ...rest: unknown[]): boolean =>
    (stderr.write as (...args: unknown[]) => boolean).call(
      stderr,
      typeof chunk === "string" ? shield(secrets.text(sanitizeStyled(chunk))) : chunk,
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
