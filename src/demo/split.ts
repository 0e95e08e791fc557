/** Splits a text into `pieces` parts of about the same length, without splitting surrogate pairs. */
export function split(text: string, pieces: number): string[] {
  const cuts = Array.from({ length: pieces + 1 }, (_, i) => Math.floor((text.length * i) / pieces));
  const whole = cuts.map((cut) => (isSecondHalf(text, cut) ? cut - 1 : cut));
  return whole.slice(1).map((cut, i) => text.slice(whole[i], cut));
}

// Half of a surrogate pair would be sent as U+FFFD.
const isSecondHalf = (text: string, at: number) => /^[\uDC00-\uDFFF]/.test(text.charAt(at));
