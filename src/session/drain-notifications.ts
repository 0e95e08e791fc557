import { decline } from "../approvals/decline.js";
import type { AppServer } from "../protocol/app-server.js";
import { malformedReports } from "./malformed-reports.js";
import type { Notes } from "./session.js";

/**
 * Drains the events of a server that no turn runs on: drops notifications, so that they do not pile
 * up, reports malformed messages and declines server requests, unless another client of the server may
 * be asked the same. Ends with the server.
 */
export async function drainNotifications(
  server: AppServer,
  notes: Notes,
  { answers }: { answers: boolean } = { answers: true },
): Promise<void> {
  try {
    const malformed = malformedReports(notes);
    for await (const event of server.events()) {
      if (event.kind === "malformed") malformed(event.problem);
      if (event.kind === "serverRequest" && answers) {
        server.answer(event.serverRequest.id, decline(event.serverRequest).response);
      }
    }
  } catch {
    // The server is gone; pending calls fail with the reason.
  }
}
