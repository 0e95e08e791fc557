import { reasonOf } from "../errors.js";
import type { Emit } from "../events.js";
import type { AppServer } from "../protocol/app-server.js";
import type { SteerLine, SteerSource } from "../steering.js";
import type { Scope } from "./scope.js";

/** Passes lines on to a running turn, one after the other; each is answered by an event. */
export interface Steering {
  /** The turn is running: from here on the server takes more input. */
  turnStarted(): void;
  /** No more lines; waits for the answer to the one that is on its way. */
  finish(): Promise<void>;
}

interface Ends {
  server: AppServer;
  scope: Scope;
  emit: Emit;
}

export function steerFrom(source: SteerSource, { server, scope, emit }: Ends): Steering {
  const waiting: SteerLine[] = [];
  let running = false;
  let ended = false;
  let sending: Promise<void> | undefined;

  const send = async (line: SteerLine): Promise<void> => {
    const refused = (reason: string): Promise<void> =>
      emit({ type: "steer.refused", text: line.text, reason });
    if (line.text === null) return refused(line.problem);
    if (ended) return refused("the turn ended before it could be sent");
    const input = [{ type: "text" as const, text: line.text }];
    try {
      await server.steerTurn(scope.threadId, scope.turnId, input);
    } catch (error) {
      return refused(reasonOf(error));
    }
    return emit({ type: "steer.accepted", text: line.text });
  };
  const sendAll = async (): Promise<void> => {
    try {
      for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) await send(line);
    } catch {
      // Nobody reads our events any more; the run hears of that itself.
    } finally {
      sending = undefined;
    }
  };
  source.onLine((line) => {
    if (ended) return;
    waiting.push(line);
    if (running) sending ??= sendAll();
  });

  return {
    turnStarted() {
      running = true;
      if (waiting.length > 0) sending ??= sendAll();
    },
    async finish() {
      ended = true;
      source.close();
      await (sending ?? sendAll());
    },
  };
}
