import type { ExecTask } from "./task.js";

/** The line codex exec prints for the prompt of a task; a review without instructions is described. */
export function shownPrompt(task: ExecTask, prompt: string): string {
  if (task.kind !== "review") return prompt;
  const { target } = task;
  if (target === "instructions") return prompt.trim();
  switch (target.type) {
    case "uncommittedChanges":
      return "current changes";
    case "baseBranch":
      return `changes against '${target.branch}'`;
    case "commit":
      return `commit ${target.sha.slice(0, SHORT_SHA)}${target.title === null ? "" : `: ${target.title}`}`;
    case "custom":
      return target.instructions;
  }
}

const SHORT_SHA = 7;
