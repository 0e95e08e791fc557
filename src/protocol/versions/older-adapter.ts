import type { Peer } from "../../rpc/peer.js";
import type { PeerAdapter } from "../../rpc/peer-adapter.js";
import type { ThreadParams } from "../params.js";
import type { Features } from "./features.js";

/** What an older server does not know of: what was opted out of, and what it was started with. */
interface Ignored {
  optedOut: readonly string[];
  startedWith: () => Promise<ThreadParams["config"]>;
}

/** What speaks the protocol of an older server. */
export async function olderAdapter(
  peer: Peer,
  features: Features,
  { optedOut, startedWith }: Ignored,
): Promise<PeerAdapter> {
  const config = features.has("settings of the server") ? null : await startedWith();
  if (features.has("items of threads")) {
    const { EarlyAdapter } = await import("./early/early-adapter.js");
    return new EarlyAdapter(features, { optedOut, config });
  }
  const { ConversationAdapter } = await import("./conversation/conversation-adapter.js");
  const deliver = (message: Parameters<typeof peer.incoming.push>[0]): void => {
    peer.incoming.push(message);
  };
  return new ConversationAdapter(features, { config, deliver, gone: peer.gone });
}
