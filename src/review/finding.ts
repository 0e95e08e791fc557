import * as z from "zod/mini";

/** Severity: 0 blocks everything, 3 is a nicety. */
export const Priority = z.literal([0, 1, 2, 3]);

/** Position of a finding relative to the change: on its lines, close to them, or elsewhere. */
export const Anchor = z.enum(["on-diff", "near", "off-diff"]);

/** A finding of the reviewer, as turnpipe prints it. */
export const Finding = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  priority: Priority,
  /** 0 to 1; null when the reviewer gave none. */
  confidence: z.nullable(z.number()),
  /** Relative to the repository's root, with forward slashes; as given when it lies outside. */
  file: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  anchored: Anchor,
  /** Stays the same when the lines of the finding move. */
  fingerprint: z.string(),
});

export type Priority = z.infer<typeof Priority>;
export type Anchor = z.infer<typeof Anchor>;
export type Finding = z.infer<typeof Finding>;
