import { isSafeVariable } from "./shell-names.js";
import { hasWildcard, overlaps } from "./wildcard.js";
import type { Word } from "./word.js";

/** What a command starts: a shell script, another command, something unknown, or nothing else. */
export type StartedCommand =
  | { kind: "script"; script: string }
  | { kind: "command"; head: readonly Word[]; inner: readonly Word[] }
  | { kind: "unknown" }
  | { kind: "nothing" };

/** Finds the command that a shell or wrapper starts; "unknown" if it is not certain. */
export function startedBy(words: readonly Word[]): StartedCommand {
  const name = words[0]?.text ?? "";
  const base = programOf(name);
  if (SHELLS.has(base)) {
    const script = scriptOf(words);
    return script === undefined ? { kind: "unknown" } : { kind: "script", script };
  }
  if (OPAQUE.has(base) || runsByOption(base, words)) return { kind: "unknown" };
  const wrapper = WRAPPERS.get(base);
  if (wrapper === undefined || words.length === 1) return { kind: "nothing" };
  if (base === "command" && /^-[vV]$/.test(words[1]?.text ?? "")) return { kind: "nothing" };
  const length = wrapperLength(wrapper, words);
  if (length === undefined) return { kind: "unknown" };
  if (length >= words.length) return { kind: "nothing" };
  return { kind: "command", head: words.slice(0, length), inner: words.slice(length) };
}

/** The program's name without its path, in lower case since some file systems ignore case. */
export const programOf = (name: string): string =>
  name
    .slice(name.lastIndexOf("/") + 1)
    .toLowerCase()
    // The prefix of GNU coreutils on other systems.
    .replace(/^g(?=(?:env|find|nice|nohup|stdbuf|time|timeout|xargs)$)/, "");

/** The script after `-c`, if the call has no other unusual options. */
export function scriptOf(words: readonly Word[]): string | undefined {
  if (words.length < 3 || words.some((word) => hasWildcard(word.shape))) return undefined;
  const texts = words.map(({ text }) => text);
  const flags = texts
    .slice(1, -2)
    .join(" ")
    .replace(/-([elux]*)o pipefail\b/g, "-e$1");
  const isClear =
    KNOWN_SHELL.test(texts[0] ?? "") &&
    /^(?:(?:-[elux]+|--login|--noprofile|--norc)(?: |$))*$/.test(flags) &&
    /^-[elux]*c[elux]*$/.test(texts.at(-2) ?? "");
  return isClear ? texts.at(-1) : undefined;
}

// Another program may be called bash, too.
const KNOWN_SHELL = /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/)?(?:ba|z|da|k|a)?sh$/;
const SHELLS = setOf(`sh bash zsh dash ksh mksh ash yash rbash fish csh tcsh nu elvish xonsh
  pwsh powershell`);

/** Programs that run their arguments in ways that are not parsed here. */
const OPAQUE = setOf(`sudo doas su runuser pkexec gosu su-exec setuidgid chpst sg newgrp xargs
  parallel watch entr strace ltrace gdb lldb valgrind perf chroot unshare nsenter setpriv capsh
  systemd-run flock script expect unbuffer chronic ssh at batch busybox toybox caffeinate arch
  setarch linux32 linux64 chrt taskset numactl prlimit cgexec firejail bwrap proot fakeroot faketime
  dbus-run-session xvfb-run run-parts start-stop-daemon daemonize screen tmux rlwrap tini dumb-init
  tsp ld.so`);

interface Wrapper {
  /** Options that stand alone, and those that take the next word. */
  flags?: RegExp;
  valued?: RegExp;
  /** The operand between the options and the command. */
  operand?: RegExp;
  assigns?: true;
}

/** Programs that run the command after their own options; any option not listed makes the call unknown. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["env", { assigns: true }],
  ["command", {}],
  ["exec", {}],
  ["nohup", {}],
  ["nice", { flags: /^(?:-n?-?\d+|--adjustment=-?\d+)$/, valued: /^(?:-n|--adjustment)$/ }],
  ["time", { flags: /^-p$/ }],
  [
    "timeout",
    {
      flags: /^(?:--foreground|--preserve-status|-v|-[sk]\w+|--(?:signal|kill-after)=[\w.]+)$/,
      valued: /^(?:-[sk]|--signal|--kill-after)$/,
      operand: /^[\d.]+[smhd]?$/,
    },
  ],
  [
    "stdbuf",
    {
      flags: /^(?:-[ioe][L\d]\w*|--(?:input|output|error)=\w+)$/,
      valued: /^-[ioe]$/,
    },
  ],
  ["setsid", { flags: /^(?:-[cfw]|--ctty|--fork|--wait)$/ }],
  ["ionice", { flags: /^(?:-t|-[cn]\d)$/, valued: /^-[cn]$/ }],
]);

/** Counts the words that belong to the wrapper itself; undefined if that is uncertain. */
function wrapperLength(wrapper: Wrapper, words: readonly Word[]): number | undefined {
  const texts = words.map(({ text }) => text);
  let at = 1;
  for (; texts[at]?.startsWith("-") === true && texts[at] !== "--"; at++) {
    const option = texts[at] ?? "";
    if (wrapper.valued?.test(option) === true) at++;
    else if (wrapper.flags?.test(option) !== true) return undefined;
    if (!/^-?[\w.=-]+$/.test(texts[at] ?? "")) return undefined;
  }
  if (texts[at] === "--") at++;
  if (wrapper.operand !== undefined && !wrapper.operand.test(texts[at++] ?? "")) return undefined;
  for (; wrapper.assigns === true && texts[at]?.includes("=") === true; at++) {
    if (!isSafeVariable(texts[at] ?? "")) return undefined;
  }
  // A wildcard may expand to several words, so that another one is the command.
  return words.slice(0, at).some((word) => hasWildcard(word.shape)) ? undefined : at;
}

/** Whether an option makes find or fd run other programs. */
function runsByOption(base: string, words: readonly Word[]): boolean {
  const args = words.slice(1);
  if (base === "find") {
    return args.some((word) => FIND_RUNS.some((option) => overlaps(option, word.shape)));
  }
  if (base !== "fd" && base !== "fdfind") return false;
  return args.some((word) => /^-[^-]*x|^--exec/i.test(word.text) || hasWildcard(word.shape));
}

const FIND_RUNS = ["-exec", "-execdir", "-ok", "-okdir"];

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
