import type { LogEntry } from "./log.js";
import { LOG_FILE } from "./log.js";

/** Settings written into the hook. */
export interface HookOptions {
  readonly mode: "warn" | "block";
  /** What to do when the review ends in an error. */
  readonly onError: "open" | "closed" | "warn";
  /**
   * Absolute path of turnpipe, for when it is not on the PATH; null in a file that other machines get as well, where
   * the git directory says how to start it.
   */
  readonly program: string | null;
  /** The directory of node, for editors and shells that do not have it on their PATH. */
  readonly nodeDirectory?: string | undefined;
}

/** Where the earlier hook is: there is none, in the same file, or in a file beside it. */
export type Chained = "none" | "inside" | "beside";

/** File name for an earlier hook that cannot share a file with ours. */
export const EARLIER_HOOK = "pre-push.before-turnpipe";

/** The script around our block when there is no other hook. */
export const BARE_SCRIPT = "#!/bin/sh\n";

const BEGIN = "# >>> turnpipe review hook >>>";
const END = "# <<< turnpipe review hook <<<";

/**
 * Renders our block of a pre-push hook, in POSIX sh. The script after it must see the same stdin,
 * arguments and shell options, so the block may not use `set`, and all its variables have our prefix.
 */
export function hookBlock(options: HookOptions, chained: Chained): string {
  const { mode, onError } = options;
  const message = onError === "closed" ? MISSING_BLOCKS : MISSING_ALLOWS;
  return `${BEGIN}
# Reviews the push first. To change or remove this block: turnpipe review hook --help
# chained: ${chained}
turnpipe_pushed=$(cat) || exit
if [ -n "$turnpipe_pushed" ]; then
${findProgram(options)}  turnpipe_status=127
  if [ -x "$turnpipe_program" ]; then
    turnpipe_status=0
    PATH=$turnpipe_path "$turnpipe_program" review hook run --mode ${mode} --on-error ${onError} -- "$@" <<turnpipe_end || turnpipe_status=$?
$turnpipe_pushed
turnpipe_end
  fi
  case $turnpipe_status in
    0) ;;
    126 | 127) # turnpipe, or the node it needs, was not found.
      echo ${quoted(`turnpipe: ${message}.\n${REMEDY}`)} >&2
      turnpipe_path=$(git rev-parse --git-common-dir 2>/dev/null)/${OWN_DIRECTORY} && mkdir -p "$turnpipe_path" &&
        printf '${logLine(message)}' "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)" >>"$turnpipe_path/${LOG_FILE}" || :${onError === "closed" ? "\n      exit 1" : ""}
      ;;
    *) exit "$turnpipe_status" ;;
  esac
  exec <<turnpipe_end
$turnpipe_pushed
turnpipe_end
fi
${chained === "beside" ? RUN_EARLIER : ""}unset turnpipe_pushed turnpipe_program turnpipe_path turnpipe_status
${END}
`;
}

/** Lines that find turnpipe, and the PATH it runs with. */
function findProgram({ program, nodeDirectory }: HookOptions): string {
  if (program === null)
    return `  turnpipe_path=$PATH
  turnpipe_program=$(git rev-parse --git-common-dir)/${OWN_DIRECTORY}/${START_FILE} || turnpipe_program=
  [ -x "$turnpipe_program" ] || turnpipe_program=$(command -v turnpipe) || turnpipe_program=
`;
  return `  turnpipe_path=$PATH${nodeDirectory === undefined ? "" : `:${quoted(nodeDirectory)}`}
  turnpipe_program=$(PATH=$turnpipe_path && command -v turnpipe) || turnpipe_program=
  [ -x "$turnpipe_program" ] || turnpipe_program=${quoted(program)}
`;
}

/** Renders the program in the git directory that starts turnpipe on this machine. */
export const startScript = (program: string, nodeDirectory: string | undefined): string =>
  `#!/bin/sh
${nodeDirectory === undefined ? "" : `PATH=$PATH:${quoted(nodeDirectory)}\nexport PATH\n`}program=$(command -v turnpipe) || program=${quoted(program)}
exec "$program" "$@"
`;

/** The folder in the git directory for what belongs to the hook. */
export const OWN_DIRECTORY = "turnpipe";
export const START_FILE = "start";

const MISSING = "the review hook cannot start turnpipe, or the node that it needs";
const MISSING_ALLOWS = `${MISSING}: the push is NOT REVIEWED`;
const MISSING_BLOCKS = `${MISSING}: nothing is pushed (git push --no-verify skips the hook)`;
const REMEDY = "turnpipe: install it, or where it is installed run: turnpipe review hook install";

/** A format for printf; the only value is the time. */
function logLine(reason: string): string {
  const line: LogEntry = {
    at: "%s",
    what: "error",
    ref: null,
    from: null,
    to: null,
    outcome: null,
    cached: false,
    reason,
    findings: null,
    duration_ms: 0,
  };
  return String.raw`${JSON.stringify(line)}\n`;
}

// No slash in $0: the hook was run by hand from its own folder.
const RUN_EARLIER = `case $0 in
  */*) turnpipe_program=\${0%/*}/${EARLIER_HOOK} ;;
  *) turnpipe_program=./${EARLIER_HOOK} ;;
esac
[ ! -x "$turnpipe_program" ] || exec "$turnpipe_program" "$@"
`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Inserts our block into a script, right after the shebang. */
export function withBlock(script: string, block: string): string {
  const shebang = SHEBANG.exec(script)?.[0] ?? "";
  if (shebang === "" || shebang.endsWith("\n"))
    return `${shebang}${block}${script.slice(shebang.length)}`;
  // Keep the missing newline at the end: `withoutBlock` recognises by it that the newline was ours.
  return `${shebang}\n${block.slice(0, -1)}`;
}

/** Restores the script without our block, even if the block was edited. */
export function withoutBlock(script: string): string {
  const { rest } = splitBlocks(script);
  return script.endsWith(`\n${END}`) ? rest.replace(/\n$/, "") : rest;
}

/** Reads the settings in our block; undefined if there is no block. */
export function readBlock(script: string): HookBlock | undefined {
  const [block] = splitBlocks(script).blocks;
  if (block === undefined) return undefined;
  const [, mode, onError] = /--mode (warn|block) --on-error (open|closed|warn) /.exec(block) ?? [];
  const [, chained] = /^# chained: (none|inside|beside)$/m.exec(block) ?? [];
  return { mode: mode ?? null, onError: onError ?? null, chained: chained ?? null } as HookBlock;
}

/** The settings of our block; null for those that were edited away. */
export interface HookBlock {
  readonly mode: HookOptions["mode"] | null;
  readonly onError: HookOptions["onError"] | null;
  readonly chained: Chained | null;
}

/** Splits a script, in one pass, into the blocks between our markers and the rest. */
function splitBlocks(script: string): { blocks: string[]; rest: string } {
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
  // A block without an end marker is not a block.
  return { blocks, rest: [...rest, ...block].join("") };
}

/** Whether the script has one of our markers without the other. */
export const hasUnpairedMarker = (script: string): boolean => {
  const rest = `\n${splitBlocks(script).rest}`;
  return rest.includes(`\n${BEGIN}`) || rest.includes(`\n${END}`);
};

/** Whether a shell runs the script, so that our block can be inserted. Without a shebang, sh runs it. */
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
