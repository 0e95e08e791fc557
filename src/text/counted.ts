/** Formats a count and what is counted: "1 turn", "2 turns". */
export const counted = (count: number, thing: string): string =>
  `${String(count)} ${thing}${count === 1 ? "" : "s"}`;
