import { isDeepStrictEqual } from "node:util";

import { describe, expect, test } from "vitest";
import * as z from "zod";

import { ThreadEvent } from "../../src/dialect/events.js";
import { redactDeltas } from "../../src/output/redact-deltas.js";
import { createStepRedactor } from "../../src/protocol/redact-recording.js";
import { redactSteps } from "../../src/protocol/redact-replayed.js";
import { RecordingLine, type RecordingStep } from "../../src/dialect/recording.js";
import { DIALECT_TYPES } from "../../src/redact/dialect-types.js";
import { Redactor } from "../../src/redact/redactor.js";
import { ENCODINGS, type Encoding, samplesOf } from "./encodings.js";

/** Secrets that are easy to lose sight of: signs, blanks, other alphabets, quotes, lengths. */
const SECRETS = [
  "hunter2-0123456",
  "a b/c+d=e?f&g%41#h",
  'quo"te\\back\\nslash',
  "пароль-ключ-日本-42",
  `sk-proj-${"0123456789abcdefXYZ_".repeat(8)}`,
];

const around = (text: string) => `before <${text}> after.`;

/** Wire notifications that bring texts in pieces: known ones, old ones, and ones that nobody has made yet. */
const DELTAS: Readonly<Record<string, (text: string) => object>> = {
  "item/agentMessage/delta": (delta) => ({ threadId: "t", turnId: "u", itemId: "i", delta }),
  "item/plan/delta": (delta) => ({ threadId: "t", turnId: "u", itemId: "i", delta }),
  "item/reasoning/summaryTextDelta": (delta) => ({ itemId: "i", delta, summaryIndex: 0 }),
  "item/reasoning/textDelta": (delta) => ({ itemId: "i", delta, contentIndex: 0 }),
  "item/commandExecution/outputDelta": (delta) => ({ itemId: "i", delta }),
  "item/fileChange/outputDelta": (delta) => ({ itemId: "i", delta }),
  "item/mcpToolCall/progress": (message) => ({ itemId: "i", message }),
  "item/commandExecution/terminalInteraction": (stdin) => ({ itemId: "i", processId: "p", stdin }),
  "command/exec/outputDelta": (text) => ({
    processId: "p",
    stream: "stdout",
    deltaBase64: Buffer.from(text).toString("base64"),
    capReached: false,
  }),
  "rawResponseItem/delta": (text) => ({ threadId: "t", part: { type: "text", text } }),
  "thing/appended": (body) => ({ thingId: "i", chunk: { body }, body }),
  "newer/chunk": (piece) => ({ id: 7, piece }),
  "newer/words": (text) => ({ itemId: "i", text }),
};

/** Ways to cut a text: in two and three, at places that differ from one `turn` to the next, and in many. */
function* cuts(text: string, turn: number): Generator<string[]> {
  const step = Math.ceil(text.length / 6);
  for (let at = 1 + (turn % step); at < text.length; at += step) {
    yield [text.slice(0, at), text.slice(at)];
    yield [text.slice(0, at), text.slice(at, at + 2), text.slice(at + 2)];
  }
  yield text.match(text.length < 100 && turn % 5 === 0 ? /[^]/g : /[^]{1,9}/g) ?? [];
}

const END: RecordingStep = {
  from: "server",
  message: { method: "turn/completed", params: { threadId: "t", turn: { status: "completed" } } },
};
const OVER = { type: "turn.failed" } as ThreadEvent;

type Run = (method: string, parts: readonly unknown[], redactor: Redactor) => unknown[];

/** The pieces as they are printed, */
const events: Run = (method, parts, redactor) =>
  [...parts.map((params): ThreadEvent => ({ type: "raw", method, params })), OVER]
    .flatMap(redactDeltas(redactor))
    .flatMap((event) => (event.type === "raw" ? [event.params] : []));

/** as they are written down, */
const recording: Run = (method, parts, redactor) => {
  const steps = createStepRedactor(redactor);
  const written = [...sent(method, parts), END].flatMap((step) => steps.redact(step));
  return paramsOf([...written, ...steps.flush()], method);
};

/** and as they are played from a recording that was not redacted. */
const replay: Run = (method, parts, redactor) =>
  paramsOf(redactSteps([...sent(method, parts), END], redactor), method);

const sent = (method: string, parts: readonly unknown[]): RecordingStep[] =>
  parts.map((params) => ({ from: "server", message: { method, params } }));

const paramsOf = (steps: readonly RecordingStep[], method: string): unknown[] =>
  steps.flatMap((step) => {
    const { message } = step as { message?: { method?: string; params?: unknown } };
    return message?.method === method ? [message.params] : [];
  });

/** The texts of the pieces joined, field by field. */
function joined(all: readonly unknown[]): string[] {
  const texts = new Map<string, string>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, each] of Object.entries(value)) walk(each, `${place}/${key}`);
    } else if (typeof value === "string") {
      const plain = place.endsWith("Base64")
        ? Buffer.from(value, "base64").toString("latin1")
        : value;
      texts.set(place, (texts.get(place) ?? "") + plain);
    }
  };
  all.forEach((each) => {
    walk(each, "");
  });
  return [...texts].map(([place, text]) =>
    place.endsWith("Base64") ? Buffer.from(text, "latin1").toString() : text,
  );
}

/** Every kind of piece with every encoding: each pair for one secret or two, as all are many. */
const streamsFor = (secret: string) =>
  Object.keys(DELTAS).flatMap((method, row) =>
    ENCODINGS.flatMap(({ name }, at) =>
      (SECRETS.indexOf(secret) + row + at) % 3 === 0 ? [[method, name] as const] : [],
    ),
  );

describe.each(SECRETS)("the secret %j", (secret) => {
  const redactor = new Redactor({ DEPLOY_KEY: secret });

  test.each(ENCODINGS)(
    "is not in a text as $name, and nothing around it goes",
    ({ encode, decode }) => {
      const coded = encode(secret);
      expect(decode(coded)).toContain(secret);
      const text = redactor.text(around(coded));
      expect({
        shown: decode(text).includes(secret),
        around: [text.slice(0, 8), text.slice(-8)],
      }).toEqual({
        shown: false,
        around: ["before <", "> after."],
      });
    },
  );

  test.each(streamsFor(secret))(
    "is not in the pieces of %s as %s, wherever they are cut",
    (method, name) => {
      const at = ENCODINGS.findIndex((each) => each.name === name);
      const { encode, decode } = ENCODINGS[at] as Encoding;
      const whole = around(encode(secret));
      const expected = redactor.text(whole);
      const turn = at + Object.keys(DELTAS).indexOf(method);
      const wrong = [...cuts(whole, turn)].flatMap((parts) => {
        const pieces = parts.map((part) => DELTAS[method]?.(part) ?? {});
        const live = events(method, pieces, redactor);
        const written = recording(method, pieces, redactor);
        const old = replay(method, pieces, redactor);
        const shown = [live, old].map(joined);
        const isRight =
          shown.every((texts) => texts.includes(expected)) &&
          !shown.flat().some((text) => decode(text).includes(secret)) &&
          // What is written is what was printed, and is played so.
          isDeepStrictEqual(written, live) &&
          isDeepStrictEqual(replay(method, written, redactor), live);
        return isRight ? [] : [{ parts, live, written, old }];
      });
      expect(wrong.slice(0, 2)).toEqual([]);
    },
  );
});

describe("a text without a secret", () => {
  const redactor = new Redactor(
    Object.fromEntries(SECRETS.map((secret, at) => [`KEY_${at}`, secret])),
  );
  const texts = [
    ...SECRETS.map((secret) => around(secret.slice(0, -2))),
    ...SECRETS.map((secret) => Buffer.from(secret).toString("base64").slice(0, -4)),
    "AT&T &amp; 100% \\server\\share %E2%82 \\u00 \r\n\r\n",
  ].filter((text) => redactor.text(text) === text);

  test("is there in more than one way", () => {
    expect(texts.length).toBeGreaterThan(SECRETS.length);
  });

  test.each(Object.keys(DELTAS))("passes as it is in pieces of %s", (method) => {
    const wrong = texts.flatMap((text, at) =>
      [...cuts(text, at)].flatMap((parts) => {
        const pieces = parts.map((part) => DELTAS[method]?.(part) ?? {});
        return [events, recording, replay]
          .map((run) => joined(run(method, pieces, redactor)))
          .filter((shown) => !shown.includes(text))
          .map((shown) => ({ parts, shown }));
      }),
    );
    expect(wrong.slice(0, 2)).toEqual([]);
  });
});

const EVENTS = samplesOf(z.toJSONSchema(ThreadEvent), "TEXT") as ThreadEvent[];
const LINES = samplesOf(z.toJSONSchema(RecordingLine), "TEXT") as object[];

const SAMPLES = [...EVENTS, ...LINES].map((sample) => JSON.stringify(sample));
const AnyLine = z.union([ThreadEvent, RecordingLine]);

describe("every kind of event and of line", () => {
  test("is among those that are tried", () => {
    const types = new Set(EVENTS.map(({ type }) => type));
    expect([...types]).toEqual(ThreadEvent.options.map((option) => option.shape.type.value));
    expect(LINES.length).toBeGreaterThanOrEqual(RecordingLine.options.length);
  });

  test("has types that are never taken for secrets", () => {
    const all = EVENTS.flatMap((event) =>
      "item" in event ? [event.type, event.item.type] : [event.type],
    );
    expect(all.filter((type) => !DIALECT_TYPES.has(type))).toEqual([]);
  });

  test.each(ENCODINGS)("shows no secret as $name, and stays what it is", ({ encode, decode }) => {
    const wrong = SECRETS.flatMap((secret, at) => {
      const redactor = new Redactor({ DEPLOY_KEY: secret });
      const coded = JSON.stringify(around(encode(secret))).slice(1, -1);
      const lines = SAMPLES.map((sample) =>
        redactor.line(JSON.parse(sample.replaceAll("TEXT", coded))),
      );
      if (at === 0) lines.forEach((line) => AnyLine.parse(JSON.parse(line)));
      return lines.filter((line) =>
        [line, ...joined([JSON.parse(line)])].some((text) => decode(text).includes(secret)),
      );
    });
    expect(wrong.slice(0, 2)).toEqual([]);
  });

  test("keeps its type when a secret is a type", () => {
    const words = [...DIALECT_TYPES].map(String);
    const redactor = new Redactor(Object.fromEntries(words.map((word, at) => [`KEY_${at}`, word])));
    for (const event of EVENTS)
      expect(JSON.parse(redactor.line(event))).toMatchObject({ type: event.type });
  });
});
