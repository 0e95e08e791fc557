import { inQuotes } from "./decision.js";
import { AmbiguousInput } from "./ambiguous-input.js";

/** Normalises a host: lower case, no trailing dot, addresses in full. */
export function hostName(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, "");
  if (name.includes(":")) return addressOf(name.replace(/^\[(.*)\]$/, "$1"), text);
  if (!NAME.test(name)) throw new AmbiguousInput(`the host ${inQuotes(text)}`);
  // Some programs also read 127.1, 0x7f000001 and 2130706433 as addresses.
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (/^(?:\d+|0x[\da-f]*)$/.test(last) && !FOUR_NUMBERS.test(name)) {
    throw new AmbiguousInput(`the address ${inQuotes(text)}`);
  }
  return name;
}

/** Whether a normalised host is an IP address. */
export const isAddress = (name: string): boolean => name.includes(":") || FOUR_NUMBERS.test(name);

const LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const FOUR_NUMBERS = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);

/** Expands an IPv6 address to eight groups; refuses one that embeds an IPv4 address. */
function addressOf(name: string, text: string): string {
  const [left = "", right, ...more] = name.split("::");
  const before = left === "" ? [] : left.split(":");
  const after = right === undefined || right === "" ? [] : right.split(":");
  const gap = 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(gap, 0)).fill("0"), ...after];
  const isComplete = more.length === 0 && (right === undefined ? gap === 0 : gap > 0);
  if (!isComplete || !groups.every((group) => /^[\da-f]{1,4}$/.test(group))) {
    throw new AmbiguousInput(`the host ${inQuotes(text)}`);
  }
  const full = groups.map((group) => parseInt(group, 16).toString(16)).join(":");
  if (/^(?:0:0:0:0:0:(?:ffff:|0:(?!0:[01]$))|64:ff9b:|2002:)/.test(full)) {
    throw new AmbiguousInput(`the address ${inQuotes(text)}, which embeds another one`);
  }
  return full;
}
