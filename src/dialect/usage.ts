import * as z from "zod";

/** Token counts, with the fields of `codex exec --json`. */
export const Usage = z.strictObject({
  input_tokens: z.int(),
  cached_input_tokens: z.int(),
  cache_write_input_tokens: z.int(),
  output_tokens: z.int(),
  reasoning_output_tokens: z.int(),
});

export type Usage = z.infer<typeof Usage>;
