import type { TerminalEvent } from "../dialect/events.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { snakeCase } from "./items.js";

type Rerouted = Extract<ServerNotification, { kind: "modelRerouted" }>;

/** The switch to another model, for the terminal event. */
export const modelRerouted = ({
  fromModel: from,
  toModel: to,
  reason,
}: Rerouted): TerminalEvent["model_rerouted"] => ({ from, to, reason: snakeCase(reason) });

/** The same in the words of codex exec. */
export const reroutedText = ({ fromModel, toModel, reason }: Rerouted): string =>
  `model rerouted: ${fromModel} -> ${toModel} (${reason.slice(0, 1).toUpperCase() + reason.slice(1)})`;
