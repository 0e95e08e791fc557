import * as z from "zod/mini";

/** How bad it is: 0 blocks everything, 3 is a nicety. */
export const Priority = z.literal([0, 1, 2, 3]);

/** Where a finding stands towards the change: on its lines, close to them, or elsewhere. */
export const Anchor = z.enum(["on-diff", "near", "off-diff"]);

/** One thing a reviewer found, as turnpipe prints it. */
export const Finding = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  priority: Priority,
  /** 0 to 1; null when the reviewer did not say. */
  confidence: z.nullable(z.number()),
  /** From the root of the repository, with forward slashes; as given when it lies outside. */
  file: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  anchored: Anchor,
  /** The same for the same finding after lines have moved. */
  fingerprint: z.string(),
});

export type Priority = z.infer<typeof Priority>;
export type Anchor = z.infer<typeof Anchor>;
export type Finding = z.infer<typeof Finding>;
