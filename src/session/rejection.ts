import { RpcError } from "../rpc/peer.js";

/** A request that the server rejected. */
export interface Rejection {
  method: string;
  code: number;
  message: string;
  data: unknown;
}

/** The rejected request that an error comes from, if it comes from one. */
export function rejectionIn({ cause }: Error): Rejection | undefined {
  if (!(cause instanceof RpcError)) return undefined;
  const { code, message, data } = cause.error;
  return { method: cause.method, code, message, data };
}
