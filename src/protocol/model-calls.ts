import * as z from "zod/mini";

import type { Peer } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import { pages } from "./pages.js";
import { readResponse } from "./results.js";

export interface ModelCalls {
  /** Available models in the server's order; hidden ones only with `hidden`. */
  listModels(which: { hidden: boolean }): AsyncIterable<Model>;
}

const text = z.optional(z.nullable(z.string()));
const texts = z.optional(z.nullable(z.array(z.string())));

const Model = z.looseObject({
  id: z.string(),
  displayName: text,
  description: text,
  hidden: z.optional(z.nullable(z.boolean())),
  isDefault: z.optional(z.nullable(z.boolean())),
  supportedReasoningEfforts: z.optional(
    z.nullable(z.array(z.looseObject({ reasoningEffort: z.string() }))),
  ),
  defaultReasoningEffort: text,
  inputModalities: texts,
  serviceTiers: z.optional(z.nullable(z.array(z.looseObject({ id: z.string() })))),
  upgrade: text,
});

const ModelsResult = z.looseObject({ data: z.array(Model), nextCursor: text });

export type Model = z.infer<typeof Model>;

export const modelCalls = (peer: Peer): ModelCalls => ({
  async *listModels({ hidden }) {
    const fetchPage = async (cursor: string | null): Promise<z.infer<typeof ModelsResult>> => {
      const params = { cursor, limit: PAGE, includeHidden: hidden };
      const response = await peer.request(METHOD.listModels, params);
      return readResponse(METHOD.listModels, ModelsResult, response);
    };
    for await (const page of pages(fetchPage)) yield* page;
  },
});

const PAGE = 100;
