/** Cuts a text that is longer than `most` characters, with an ellipsis. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;
