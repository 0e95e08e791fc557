import type { Step, WireMessage } from "../helpers/fixture.js";

/** One thing a fuzzed server does. */
export type Act =
  | { readonly kind: "hear"; readonly id: WireMessage["id"]; readonly method: string | undefined }
  | { readonly kind: "say"; readonly message: unknown; readonly cutAt?: number }
  | { readonly kind: "babble"; readonly text: string }
  | { readonly kind: "die"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "closeStdout" }
  | { readonly kind: "stall" }
  /** Somebody outside signals the program. */
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals };

/** A recorded wire as acts. */
export const actsOf = (wire: readonly Step[]): Act[] =>
  wire.flatMap((step): Act[] => {
    if (!("message" in step)) return [];
    const { id, method } = step.message;
    return step.from === "client"
      ? [{ kind: "hear", id, method }]
      : [{ kind: "say", message: step.message }];
  });

/** Stands in a message for what JSON can say and a value of ours cannot. */
export const HOLES: Readonly<Record<string, string>> = {
  "\u0001deep-1k": nested(1_000),
  "\u0001deep-20k": nested(20_000),
  "\u0001deep-objects": `${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`,
  "\u0001infinity": "1e999",
  "\u0001big": "123456789012345678901234567890",
  "\u0001minus-zero": "-0",
  "\u0001twice": '{"type":"agentMessage","type":"reasoning","id":"a","id":"b"}',
  "\u0001proto": '{"__proto__":{"type":"agentMessage"},"constructor":null,"toString":1}',
};

/** A message as a line on the wire. */
export const lineOf = (message: unknown): string =>
  `${JSON.stringify(message).replaceAll(/"\\u0001([a-z0-9-]+)"/g, (_, name: string) => HOLES[`\u0001${name}`] ?? "null")}\n`;

function nested(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}
