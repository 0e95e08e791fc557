import { describe, expect, test } from "vitest";

import { decideCommandLine, rulesOf, ambiguousWith } from "./rules-of.js";

// Nothing is forbidden here: what is declined is declined for being unclear.
const ANYTHING = rulesOf(["*"]);

const SUBSTITUTION = "a command substitution ($(…))";
const BACKTICKS = "a command substitution (`…`)";
const EXPANSION = "an expansion ($)";
const REDIRECTION = "a redirection";
const PARENTHESES = "a subshell, function or pattern in parentheses";
const PATTERN_NAME = "a wildcard, brace or tilde in the command's name";
const ODD_NAME = "a command name with unusual characters";
const NOT_ASCII = "a command name that is not plain ASCII";
const own = (word: string) => `the shell keyword or builtin "${word}"`;
const hidden = (code: string) => `the hidden or control character U+${code}`;
const variable = (name: string) => `the variable ${name} set for a command`;

describe("a line is declined however generous the rules are, for", () => {
  test.each<[line: string, problem: string]>([
    ["", "an empty command"],
    ["   \t ", "an empty command"],
    ["\n\n", "an empty command"],
    ["''", "an empty command"],
    ["'' git", "an empty command"],
    ["git status $(rm -rf /)", SUBSTITUTION],
    ['git status "$(rm -rf /)"', SUBSTITUTION],
    ['git log "a\\\\$(rm)"', SUBSTITUTION],
    ["$(echo rm) -rf /", SUBSTITUTION],
    ["git log $((1+1))", SUBSTITUTION],
    ["git status `rm -rf /`", BACKTICKS],
    ['git log "`rm`"', BACKTICKS],
    ["`which rm` x", BACKTICKS],
    ["git log $HOME", EXPANSION],
    ['git log "$HOME"', EXPANSION],
    // oxlint-disable-next-line no-template-curly-in-string -- a shell's
    ["git log ${HOME}", EXPANSION],
    // oxlint-disable-next-line no-template-curly-in-string -- a shell's
    ["git log ${x:-$(rm)}", EXPANSION],
    ["$CMD x", EXPANSION],
    ["git log $'\\x72m'", EXPANSION],
    ['git log $"x"', EXPANSION],
    ["git log $", EXPANSION],
    ["git log a$", EXPANSION],
    ["git log $[1+1]", EXPANSION],
    ["git diff <(rm x) y", "a process substitution"],
    ["tee >(rm x)", "a process substitution"],
    ["cat <<EOF\nrm\nEOF", "a here-document"],
    ["cat <<-'EOF'\nrm\nEOF", "a here-document"],
    ["cat <<< x", "a here-document"],
    ["git log > out", REDIRECTION],
    ["git log >> out", REDIRECTION],
    ["git log >| out", REDIRECTION],
    ["git log >out", REDIRECTION],
    ["git log>/dev/null", REDIRECTION],
    ["git log 2>err", REDIRECTION],
    ["git log 12>&1", REDIRECTION],
    ["git log 2>&1x", REDIRECTION],
    ["git log >&2", REDIRECTION],
    ["git log >& out", REDIRECTION],
    ["git log &> out", REDIRECTION],
    ["git log &>/dev/null rm", REDIRECTION],
    ["git log &>> out", REDIRECTION],
    ["git log <> x", REDIRECTION],
    ["git log < x", REDIRECTION],
    ["git log </etc/passwd", REDIRECTION],
    ["git log >/dev/nullx", REDIRECTION],
    ["git log >/dev/null/../sda", REDIRECTION],
    ["git log >/dev/tcp/example.org/80", REDIRECTION],
    ["git log >/dev/null>x", REDIRECTION],
    ["git log > '/dev/null'", REDIRECTION],
    ["git log {PATH}>/dev/null", REDIRECTION],
    [">/dev/null", "nothing at the end"],
    [">/dev/null; git log", 'nothing before ";"'],
    ["(git status)", PARENTHESES],
    ["git status; (rm)", PARENTHESES],
    ["f() { rm; }; f", PARENTHESES],
    ["git log *(e:rm:)", PARENTHESES],
    ["git log )", PARENTHESES],
    ["{ git status; }", own("{")],
    ["! git status", own("!")],
    ["git log &! rm", own("!")],
    ["[[ -f x ]]", own("[[")],
    ["if true; then rm; fi", own("if")],
    ["for x in a; do rm; done", own("for")],
    ["while true; do rm; done", own("while")],
    ["case x in esac", own("case")],
    ["function f { rm; }", own("function")],
    ["time { rm; }", own("{")],
    ["coproc rm", own("coproc")],
    ["eval rm", own("eval")],
    ["\\eval rm", own("eval")],
    ["'ev'al rm", own("eval")],
    ["command eval rm", own("eval")],
    ["source x", own("source")],
    [". x", own(".")],
    ["alias git=rm; git x", own("alias")],
    ["trap rm EXIT", own("trap")],
    ["hash -p /bin/rm git; git x", own("hash")],
    ["export PATH=/tmp; git x", own("export")],
    ["set -- rm", own("set")],
    ["builtin eval rm", own("builtin")],
    ["read PATH", own("read")],
    ["noglob rm x", own("noglob")],
    ["- rm x", own("-")],
    ["printf -v PATH /tmp", "printf -v, which sets a variable"],
    ["printf -vPATH /tmp", "printf -v, which sets a variable"],
    ["test -v 'a[$(rm)]'", "an argument that test may evaluate"],
    ["[ 'PATH=1' -eq 1 ]", "an argument that [ may evaluate"],
    ["exit 'a[`rm`]'", "an argument that exit may evaluate"],
    ["git status 'unbalanced", "an unbalanced quote (')"],
    ['git status "unbalanced', 'an unbalanced quote (")'],
    ['git status "a\\"', 'an unbalanced quote (")'],
    ["git status \\", "a backslash at the end"],
    ["git status # and more", "a comment (#)"],
    ["# git status", "a comment (#)"],
    ["git status \\\n# rm", "a comment (#)"],
    ["; git status", 'nothing before ";"'],
    ["git status;; rm", 'nothing before ";"'],
    ["git status ;& rm", 'nothing before "&"'],
    ["git status & && rm", 'nothing before "&&"'],
    ["git status &\\\n& rm", 'nothing before "&"'],
    ["git status |\\\n| rm", 'nothing before "|"'],
    ["git status &| rm", 'nothing before "|"'],
    ["git status\n&& rm", 'nothing before "&&"'],
    ["git status &&", "nothing at the end"],
    ["git status |", "nothing at the end"],
    ["git status ||\n", "nothing at the end"],
    ["g* status", PATTERN_NAME],
    ["/bin/r? x", PATTERN_NAME],
    ["/bin/[r]m x", PATTERN_NAME],
    ["{rm,-rf,/}", PATTERN_NAME],
    ["r{m,n} x", PATTERN_NAME],
    ["~/bin/git status", PATTERN_NAME],
    ["=rm x", PATTERN_NAME],
    ["'rm x'", ODD_NAME],
    ["'rm;x'", ODD_NAME],
    ["-x", ODD_NAME],
    ["%1", ODD_NAME],
    ["'FOO'=bar rm", ODD_NAME],
    ["nohup LC_ALL=C rm", ODD_NAME],
    ["gіt status", NOT_ASCII],
    ["ｇit status", NOT_ASCII],
    ["gıt status", NOT_ASCII],
    ["git\u200B status", hidden("200B")],
    ["git status \u200B", hidden("200B")],
    ["git log 'a\u202Eb'", hidden("202E")],
    ["git log '\u2066a'", hidden("2066")],
    ["git\u00A0status", hidden("00A0")],
    ["git\u3000status", hidden("3000")],
    ["git log \uFEFF", hidden("FEFF")],
    ["git log \u{E0041}", hidden("E0041")],
    ["git log a\uFE0F", hidden("FE0F")],
    ["git log \u3164", hidden("3164")],
    ["git log \u2028rm", hidden("2028")],
    ["git log \uD800", hidden("D800")],
    ["git status\r\n", hidden("000D")],
    ["git status\r\nrm", hidden("000D")],
    ["git status\0", hidden("0000")],
    ["git log '\x1B[2K'", hidden("001B")],
    ["git log \x7F", hidden("007F")],
    ["git log \x0Brm", hidden("000B")],
    ["PATH=/tmp git status", variable("PATH")],
    ["LD_PRELOAD=x git status", variable("LD_PRELOAD")],
    ["GIT_SSH_COMMAND=rm git fetch", variable("GIT_SSH_COMMAND")],
    ["GIT_PAGER=rm git log", variable("GIT_PAGER")],
    ["NODE_OPTIONS=--require=x node y", variable("NODE_OPTIONS")],
    ["LC_ALL=C PATH=/tmp git status", variable("PATH")],
    ["PATH+=:/tmp git status", variable("PATH")],
    ["FOO= git status", variable("FOO")],
    ["LANG='a b' git status", variable("LANG")],
    ["FOO=bar", variable("FOO")],
    ["LC_ALL=C", "an assignment without a command"],
    ["LC_ALL=C; git status", "an assignment without a command"],
    ["a[0]=x git", PATTERN_NAME],
  ])("%j", (line, problem) => {
    expect(decideCommandLine(ANYTHING, line)).toEqual(ambiguousWith(problem));
    // The same inside of the shell that it is handed over in, as words.
    expect(decideCommandLine(ANYTHING, ["/bin/bash", "-lc", line])).toEqual(ambiguousWith(problem));
  });
});

test("words that no shell has read are still looked at", () => {
  expect(decideCommandLine(ANYTHING, [])).toEqual(ambiguousWith("an empty command"));
  expect(decideCommandLine(ANYTHING, [""])).toEqual(ambiguousWith("an empty command"));
  expect(decideCommandLine(ANYTHING, ["git status && rm -rf /"])).toEqual(ambiguousWith(ODD_NAME));
  expect(decideCommandLine(ANYTHING, ["git", "a\u200Bb"])).toEqual(ambiguousWith(hidden("200B")));
  expect(decideCommandLine(ANYTHING, ["eval", "rm"])).toEqual(ambiguousWith(own("eval")));
  expect(decideCommandLine(ANYTHING, ["PATH=/tmp", "git"])).toEqual(ambiguousWith(ODD_NAME));
});
