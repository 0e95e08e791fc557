import type { RecordingStep } from "../dialect/recording.js";
import { DeltaRedactor } from "../redact/delta-redactor.js";
import { redactAll } from "../redact/redacted.js";
import type { Redactor } from "../redact/redactor.js";
import { completedBy } from "../redact/read-delta.js";
import { isNotification, stepPieces } from "./recorded-pieces.js";
import { createMessageRedactor } from "./redact-messages.js";

/** Redacts the steps of a recording before they are written. */
export interface StepRedactor {
  /** The steps to write for a step. Deltas are held back: a secret may span several. */
  redact(step: RecordingStep): RecordingStep[];
  /** The steps still held back when no more will come. */
  flush(): RecordingStep[];
}

/** Makes the redactor of one recording. */
export function createStepRedactor(redactor: Redactor): StepRedactor {
  const redactMessage = createMessageRedactor();
  const pieces = new DeltaRedactor<RecordingStep>(redactor);
  const flush = (): RecordingStep[] => pieces.release(() => true);

  const fromServer = (message: unknown): RecordingStep[] => {
    const step: RecordingStep = { from: "server", message };
    if (!isNotification(message)) return [step];
    const found = stepPieces(message);
    return found === undefined
      ? [...pieces.release(completedBy(message)), step]
      : pieces.pass(found);
  };
  const redact = (step: RecordingStep): RecordingStep[] => {
    if ("message" in step) {
      const message = redactMessage(step);
      return step.from === "server" ? fromServer(message) : [{ from: step.from, message }];
    }
    if ("gone" in step) return [...flush(), step];
    return "decided" in step ? [{ decided: withoutAnswers(step.decided) }] : [step];
  };
  return { redact: (step) => redact(step).map((each) => redactor.value(each)), flush };
}

type Decided = Extract<RecordingStep, { decided: unknown }>["decided"];

const withoutAnswers = ({ answers, content, ...decided }: Decided): Decided => ({
  ...decided,
  ...(answers === undefined ? {} : { answers: redactAll(answers) }),
  ...(content === undefined ? {} : { content: redactAll(content) }),
});
