import { decline } from "../approvals/decline.js";
import type { AppServer } from "../protocol/app-server.js";
import { malformedReports } from "./malformed-reports.js";
import type { Notes } from "./session.js";

/**
 * Keeps an eye on a server while it is only asked things: news is let go, so that it does not pile up,
 * what cannot be read is reported, and whatever the server asks is turned down. Ends with the server.
 */
export async function drainNotifications(server: AppServer, notes: Notes): Promise<void> {
  try {
    const malformed = malformedReports(notes);
    for await (const event of server.events()) {
      if (event.kind === "malformed") malformed(event.problem);
      if (event.kind === "serverRequest") {
        server.answer(event.serverRequest.id, decline(event.serverRequest).response);
      }
    }
  } catch {
    // The server is gone; whoever asks it hears of that.
  }
}
