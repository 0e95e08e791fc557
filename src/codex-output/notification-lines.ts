import type { HookRun } from "../protocol/hook-run.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { itemCompletedLines, itemStartedLines } from "./item-lines.js";
import type { CodexPaint } from "./paint.js";
import { BOLD, CYAN, DIM, GREEN, ITALIC, PROBLEM, WARNING } from "./paint.js";
import { pascalCase } from "./pascal-case.js";

export interface LineOptions {
  paint: CodexPaint;
  hidesReasoning: boolean;
  showsRawReasoning: boolean;
}

/** The lines codex exec prints for a notification of its turn. */
export function notificationLines(
  notification: ServerNotification,
  options: LineOptions,
): string[] {
  const { paint } = options;
  const warning = (text: string): string => `${paint(WARNING, "warning:")} ${text}`;
  switch (notification.kind) {
    case "configWarning":
      return [warning(withDetails(notification))];
    case "warning":
      return [warning(notification.message)];
    case "deprecationNotice":
      return [
        `${paint(WARNING, "deprecated:")} ${notification.summary}`,
        ...(notification.details ? [paint(DIM, notification.details)] : []),
      ];
    case "error":
      return [errorLine(notification.error.message, paint)];
    case "modelRerouted":
      return [
        `${paint(WARNING, "model rerouted:")} ${notification.fromModel} -> ${notification.toModel}`,
      ];
    case "hookStarted":
      return [hookLine(notification.run, paint)];
    case "hookCompleted":
      return [`${hookLine(notification.run, paint)} ${pascalCase(notification.run.status)}`];
    case "itemStarted":
      return itemStartedLines(notification.item, options);
    case "itemCompleted":
      return itemCompletedLines(notification.item, options);
    case "diffUpdated":
      return notification.diff.trim() === "" ? [] : [notification.diff];
    case "planUpdated":
      return planLines(notification, paint);
    case "turnCompleted":
      return turnEndLines(notification.turn, paint);
    case "turnStarted":
    case "usageUpdated":
    case "messageDelta":
    case "reasoningDelta":
    case "outputDelta":
    case "planDelta":
    case "rawItemCompleted":
    case "rawResponseCompleted":
    case "limitsUpdated":
    case "loginCompleted":
    case "mcpStatus":
    case "statusChanged":
    case "ignored":
    case "unknown":
      return [];
  }
}

const errorLine = (message: string, paint: CodexPaint): string =>
  `${paint(PROBLEM, "ERROR:")} ${message}`;

const withDetails = ({ summary, details }: Of<"configWarning">): string =>
  details ? `${summary} (${details})` : summary;

const hookLine = ({ eventName }: HookRun, paint: CodexPaint): string =>
  `${paint(BOLD, "hook:")} ${paint(DIM, pascalCase(eventName))}`;

type Of<K extends ServerNotification["kind"]> = Extract<ServerNotification, { kind: K }>;

function planLines({ explanation, plan }: Of<"planUpdated">, paint: CodexPaint): string[] {
  const steps = plan.map(({ step, status }) => {
    if (status === "completed") return `  ${paint(GREEN, "✓")} ${step}`;
    if (status === "inProgress") return `  ${paint(CYAN, "→")} ${step}`;
    return `  ${paint(DIM, "•")} ${paint(DIM, step)}`;
  });
  return [...(explanation ? [paint(ITALIC, explanation)] : []), ...steps];
}

function turnEndLines({ status, error }: Of<"turnCompleted">["turn"], paint: CodexPaint): string[] {
  if (status === "interrupted") return [paint(DIM, "turn interrupted")];
  return status === "failed" && error ? [errorLine(error.message, paint)] : [];
}
