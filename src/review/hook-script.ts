/** What a review does to a push, and where turnpipe was when the hook was installed. */
export interface HookOptions {
  readonly mode: "warn" | "block";
  /** What to do when there is no verdict. */
  readonly onError: "open" | "closed" | "warn";
  /** Absolute path of turnpipe, for when it is not on the PATH. */
  readonly program: string;
}

/** Where the hook that was there before stands: nowhere, in the same file, or in one beside it. */
export type Chained = "none" | "inside" | "beside";

/** The name an earlier hook gets that cannot share a file with ours. */
export const EARLIER_HOOK = "pre-push.before-turnpipe";

/** A file that holds nothing but our part. */
export const BARE_SCRIPT = "#!/bin/sh\n";

const BEGIN = "# >>> turnpipe review hook >>>";
const END = "# <<< turnpipe review hook <<<";

/**
 * Our part of a pre-push hook, in POSIX sh. It has to leave the script behind it as it was: the same
 * stdin, arguments and shell options, so it may not use `set`, and every name in it is our own.
 */
export function hookBlock({ mode, onError, program }: HookOptions, chained: Chained): string {
  return `${BEGIN}
# Has what is pushed reviewed first. To change or remove it: turnpipe review hook --help
# chained: ${chained}
turnpipe_pushed=$(cat) || exit
if [ -n "$turnpipe_pushed" ]; then
  turnpipe_program=$(command -v turnpipe) || turnpipe_program=
  [ -x "$turnpipe_program" ] || turnpipe_program=${quoted(program)}
  turnpipe_status=127
  if [ -x "$turnpipe_program" ]; then
    turnpipe_status=0
    "$turnpipe_program" review hook run --mode ${mode} --on-error ${onError} -- "$@" <<turnpipe_end || turnpipe_status=$?
$turnpipe_pushed
turnpipe_end
  fi
  case $turnpipe_status in
    0) ;;
    126 | 127) # It, or the node it needs, is not there.
      echo ${quoted(onError === "closed" ? STOPS : GOES_ON)} >&2${onError === "closed" ? "\n      exit 1" : ""}
      ;;
    *) exit "$turnpipe_status" ;;
  esac
  exec <<turnpipe_end
$turnpipe_pushed
turnpipe_end
fi
${chained === "beside" ? RUN_EARLIER : ""}unset turnpipe_pushed turnpipe_program turnpipe_status
${END}
`;
}

const MISSING = "turnpipe: the review hook cannot start turnpipe";
const GOES_ON = `${MISSING}, so the push goes on without a review`;
const STOPS = `${MISSING}, so nothing is pushed (git push --no-verify goes past the hook)`;

// No slash in $0: somebody runs the hook by hand from its own folder.
const RUN_EARLIER = `case $0 in
  */*) turnpipe_program=\${0%/*}/${EARLIER_HOOK} ;;
  *) turnpipe_program=./${EARLIER_HOOK} ;;
esac
[ ! -x "$turnpipe_program" ] || exec "$turnpipe_program" "$@"
`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Puts our part into a script: first of all, but behind the line that names the shell. */
export function withBlock(script: string, block: string): string {
  const shebang = SHEBANG.exec(script)?.[0] ?? "";
  if (shebang === "" || shebang.endsWith("\n"))
    return `${shebang}${block}${script.slice(shebang.length)}`;
  // A file that ends without a newline does so again, which tells `withoutBlock` to take ours back.
  return `${shebang}\n${block.slice(0, -1)}`;
}

/** The script as it was without us, whatever was done to our part. */
export function withoutBlock(script: string): string {
  const { rest } = partsOf(script);
  return script.endsWith(`\n${END}`) ? rest.replace(/\n$/, "") : rest;
}

/** What our part in a script says; undefined if there is none. */
export function readBlock(script: string): HookBlock | undefined {
  const [block] = partsOf(script).blocks;
  if (block === undefined) return undefined;
  const [, mode, onError] = /--mode (warn|block) --on-error (open|closed|warn) /.exec(block) ?? [];
  const [, chained] = /^# chained: (none|inside|beside)$/m.exec(block) ?? [];
  return { mode: mode ?? null, onError: onError ?? null, chained: chained ?? null } as HookBlock;
}

/** What can still be read in our part; null is what somebody edited away. */
export interface HookBlock {
  readonly mode: HookOptions["mode"] | null;
  readonly onError: HookOptions["onError"] | null;
  readonly chained: Chained | null;
}

/** Parts a script, in one pass, into what stands between our markers and the rest. */
function partsOf(script: string): { blocks: string[]; rest: string } {
  const blocks: string[] = [];
  const rest: string[] = [];
  let block: string[] = [];
  for (const line of script.split(/(?<=\n)/)) {
    const isInside = block.length > 0;
    (isInside || line.startsWith(BEGIN) ? block : rest).push(line);
    if (!isInside || !line.startsWith(END)) continue;
    blocks.push(block.join(""));
    block = [];
  }
  // A block without an end is none.
  return { blocks, rest: [...rest, ...block].join("") };
}

/** Whether one of our markers is there without the other. */
export const isTorn = (script: string): boolean => {
  const rest = `\n${partsOf(script).rest}`;
  return rest.includes(`\n${BEGIN}`) || rest.includes(`\n${END}`);
};

/** Whether our part can stand in a script: a shell runs it. What names no program, sh runs. */
export function isShellScript(script: string): boolean {
  if (script.includes("\0")) return false;
  const shebang = SHEBANG.exec(script)?.[0];
  if (shebang === undefined) return true;
  const [program = "", ...words] = shebang.slice(2).trim().split(/\s+/);
  // `env -S NAME=value bash`
  const named = words.find((word) => !word.startsWith("-") && !word.includes("=")) ?? "";
  return SHELLS.has(baseName(baseName(program) === "env" ? named : program));
}

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ksh"]);
const SHEBANG = /^#![^\n]*\n?/;

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
