import { sameOptions, type Program } from "./program.js";

const DIFF_OPTIONS = `-p -u --patch -s --no-patch -U[=] --unified[=] --raw --patch-with-raw --patch-with-stat
  --indent-heuristic --no-indent-heuristic --minimal --patience --histogram --anchored=
  --diff-algorithm= --stat[=] --stat-width= --stat-name-width= --stat-count= --compact-summary
  --numstat --shortstat --dirstat[=] --cumulative --dirstat-by-file[=] --summary --name-only
  --name-status --submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved
  --color-moved-ws= --word-diff[=] --word-diff-regex= --color-words[=] --no-renames --rename-empty
  --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev[=] --no-abbrev -B[=]
  --break-rewrites[=] -M[=] --find-renames[=] -C[=] --find-copies[=] --find-copies-harder -D
  --irreversible-delete -l= -S= -G= --diff-filter= --find-object= --pickaxe-all --pickaxe-regex -R
  --relative[=] --no-relative -a --text --ignore-cr-at-eol --ignore-space-at-eol -b
  --ignore-space-change -w --ignore-all-space --ignore-blank-lines -I= --ignore-matching-lines=
  --inter-hunk-context= -W --function-context --exit-code --quiet --no-ext-diff --no-textconv
  --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix --line-prefix= -z -c --cc -m -t -r
  --combined-all-paths --diff-merges= --no-diff-merges`;

const LOG_OPTIONS = `${DIFF_OPTIONS} --oneline --graph --no-graph --decorate[=] --no-decorate
  --decorate-refs= --decorate-refs-exclude= --clear-decorations --source --follow --full-diff
  --log-size -L= -n= --max-count= --skip= --since= --after= --until= --before= --since-as-filter=
  --author= --committer= --grep= --grep-reflog= --all-match --invert-grep -i --regexp-ignore-case -E
  --extended-regexp -F --fixed-strings -P --perl-regexp --basic-regexp --remove-empty --merges
  --no-merges --min-parents= --max-parents= --no-min-parents --no-max-parents --first-parent --not
  --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --reflog --single-worktree
  --ignore-missing --cherry-mark --cherry-pick --left-only --right-only --cherry -g --walk-reflogs
  --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse
  --simplify-merges --ancestry-path[=] --date-order --author-date-order --topo-order --reverse
  --no-walk[=] --do-walk --abbrev-commit --no-abbrev-commit --expand-tabs[=] --no-expand-tabs
  --encoding= --notes[=] --no-notes --relative-date --date= --parents --children --left-right
  --show-linear-break[=] --mailmap --no-mailmap --use-mailmap --no-use-mailmap -NUM`;

/** Options that write a file, or run programs named in the repository's configuration. */
const DIFF = {
  reads: true,
  writes: "--output=",
  runs: "--ext-diff --textconv",
} as const satisfies Program;

// A %G placeholder runs gpg.program to check the signature.
const UNSIGNED = /^(?!.*%(?:G|\(signature))/s;
const LOG = {
  ...DIFF,
  safe: LOG_OPTIONS,
  runs: `${DIFF.runs} --show-signature --format= --pretty[=]`,
  except: { "--format": UNSIGNED, "--pretty": UNSIGNED },
} as const satisfies Program;

const REF_FORMAT = {
  runs: "--format= --sort=",
  except: { "--format": UNSIGNED, "--sort": /^-?(?!signature)[a-z:=]+$/ },
} as const satisfies Program;
const REF_FILTER = `--contains --no-contains --merged[=] --no-merged[=] --points-at= -i --ignore-case
  --color[=] --no-color --column[=] --no-column --omit-empty`;
const ANY_OPERANDS: Program = { reads: true };

/** The git sub-commands with a read-only use, and the options of that use. */
export const GIT_READING: Readonly<Record<string, Program>> = {
  ...sameOptions("log show whatchanged rev-list", {
    ...LOG,
    safe: `${LOG_OPTIONS} --count --objects --no-object-names --header --timestamp`,
  }),
  diff: {
    ...DIFF,
    safe: `${DIFF_OPTIONS} --cached --staged --merge-base --no-index --base --ours --theirs -0 -1 -2 -3`,
  },
  ...sameOptions("diff-tree diff-index diff-files", {
    ...DIFF,
    safe: `${DIFF_OPTIONS} --cached --root --no-commit-id --always -v --merge-base`,
    runs: `${DIFF.runs} --format= --pretty[=]`,
    except: LOG.except,
  }),
  "range-diff": {
    ...DIFF,
    safe: `${DIFF_OPTIONS} --creation-factor= --no-dual-color --left-only --right-only`,
  },
  status: {
    reads: true,
    safe: `-s --short -b --branch --show-stash --porcelain[=] --long -v --verbose -u[=]
      --untracked-files[=] --ignore-submodules[=] --ignored[=] -z --column[=] --no-column
      --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]`,
  },
  ...sameOptions("blame annotate", {
    reads: true,
    safe: `-b --root --show-stats -L= --first-parent -l -t -p --porcelain --line-porcelain --incremental
      --encoding= --date= --progress --no-progress -M[=] -C[=] -c --score-debug -f --show-name -n
      --show-number -s -e --show-email -w --abbrev[=] --ignore-rev= --ignore-revs-file= --color-lines
      --color-by-age`,
    runs: "--textconv",
  }),
  grep: {
    reads: true,
    safe: `--cached --untracked --no-index -a --text -i --ignore-case -I --no-textconv -h -H -r
      --recursive --no-recursive --max-depth= -w --word-regexp -v --invert-match --full-name -E -G -P
      -F --extended-regexp --basic-regexp --perl-regexp --fixed-strings -n --line-number --column -l
      --files-with-matches --name-only -L --files-without-match -o --only-matching -c --count
      --color[=] --no-color --break --heading -p --show-function -A= -B= -C= --after-context=
      --before-context= --context= -m= --max-count= --threads= -W --function-context -e= --and --or
      --not -q --quiet --all-match --exclude-standard --no-exclude-standard --recurse-submodules -z
      --null -NUM`,
    runs: "-O[=] --open-files-in-pager[=] --textconv --ext-grep",
  },
  "ls-files": {
    reads: true,
    safe: `-c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -u --unmerged -k
      --killed -z -t -v -f -x= --exclude= -X= --exclude-from= --exclude-per-directory=
      --exclude-standard --error-unmatch --with-tree= --full-name --recurse-submodules --abbrev[=]
      --debug --eol --deduplicate --directory --no-empty-directory --resolve-undo --sparse`,
  },
  "ls-tree": {
    reads: true,
    safe: `-d -r -t -l --long -z --name-only --name-status --object-only --abbrev[=] --full-name
      --full-tree`,
  },
  "rev-parse": {
    reads: true,
    safe: `--git-dir --show-toplevel --abbrev-ref[=] --short[=] --verify -q --quiet --symbolic
      --symbolic-full-name --is-inside-work-tree --is-inside-git-dir --is-bare-repository
      --show-prefix --show-cdup --git-common-dir --absolute-git-dir --all --branches[=] --tags[=]
      --remotes[=] --revs-only --no-revs --flags --no-flags --default= --git-path=
      --show-superproject-working-tree --is-shallow-repository --show-object-format[=]
      --path-format= --not`,
  },
  describe: {
    reads: true,
    safe: `--tags --all --long --always --abbrev= --dirty[=] --broken[=] --exact-match --contains
      --match= --exclude= --first-parent --candidates= --debug`,
  },
  "cat-file": { reads: true, safe: "-t -s -p -e", runs: "--textconv --filters" },
  shortlog: {
    reads: true,
    safe: `-n --numbered -s --summary -e --email -c --committer --group= --all --no-merges --since=
      --until= --author=`,
  },
  "show-ref": {
    reads: true,
    safe: "--head --heads --branches --tags -d --dereference -s --hash[=] --verify --abbrev[=] -q --quiet",
  },
  "for-each-ref": { reads: true, ...REF_FORMAT, safe: `--count= ${REF_FILTER}` },
  "merge-base": {
    reads: true,
    safe: "-a --all --octopus --independent --is-ancestor --fork-point",
  },
  "name-rev": {
    reads: true,
    safe: "--tags --refs= --exclude= --all --name-only --no-undefined --always",
  },
  "check-ignore": { reads: true, safe: "-v --verbose -q --quiet -n --non-matching --no-index -z" },
  "check-attr": { reads: true, safe: "-a --all --cached -z" },
  "count-objects": { reads: true, safe: "-v --verbose -H --human-readable" },
  cherry: { reads: true, safe: "-v --verbose --abbrev[=]" },
  version: { reads: true, safe: "--build-options" },
  ...sameOptions(
    "check-ref-format check-mailmap get-tar-commit-id patch-id stripspace",
    ANY_OPERANDS,
  ),
  "symbolic-ref": {
    reads: true,
    operands: 1,
    safe: "-q --quiet --short",
    changes: "-d --delete -m=",
  },
  branch: {
    reads: true,
    operands: 0,
    lists: "--list --contains --no-contains --merged --no-merged --points-at",
    ...REF_FORMAT,
    safe: `${REF_FILTER} --list -a --all -r --remotes -v --verbose -q --quiet --show-current --abbrev[=]
      --no-abbrev`,
    runs: `${REF_FORMAT.runs} --edit-description`,
    changes: `-d -D --delete -m -M --move -c -C --copy -f --force -t --track[=] --no-track -u=
      --set-upstream-to= --unset-upstream --create-reflog --recurse-submodules -l`,
  },
  tag: {
    reads: true,
    operands: 0,
    lists: "-l --list -n --contains --no-contains --merged --no-merged --points-at",
    ...REF_FORMAT,
    safe: `${REF_FILTER} -l --list -n[=]`,
    runs: `${REF_FORMAT.runs} -v --verify -s --sign -u= --local-user= -e --edit`,
    changes: `-a --annotate -d --delete -f --force -m= --message= -F= --file= --create-reflog
      --cleanup= --trailer=`,
  },
  remote: {
    reads: true,
    safe: "-v --verbose",
    commands: { "get-url": { reads: true, safe: "--push --all" } },
  },
  config: {
    reads: true,
    operands: 1,
    lists: "--get --get-all --get-regexp --get-urlmatch -l --list",
    safe: `--get --get-all --get-regexp --get-urlmatch -l --list --show-origin --show-scope --name-only
      -z --null --local --global --system --worktree --type= --bool --int --bool-or-int --path
      --includes --no-includes --default=`,
    runs: "-e --edit",
    changes: `--add --replace-all --unset --unset-all --rename-section --remove-section --comment=
      --append`,
    configures: "-f= --file= --blob=",
    commands: {
      ...sameOptions("list get", {
        reads: true,
        safe: "--all --regexp --show-origin --show-scope --name-only -z --null --local --global --system",
      }),
      ...sameOptions("set unset edit rename-section remove-section", {}),
    },
  },
  stash: {
    safe: "-q --quiet -k --keep-index -u --include-untracked -a --all -m= --message= -S --staged",
    runs: "-p --patch",
    configures: "--pathspec-from-file=",
    commands: {
      list: LOG,
      show: { ...DIFF, safe: `${DIFF_OPTIONS} --include-untracked --only-untracked` },
      push: {
        safe: "-q --quiet -k --keep-index -u --include-untracked -a --all -m= --message= -S --staged",
        runs: "-p --patch",
      },
      ...sameOptions("pop apply", { safe: "-q --quiet --index" }),
      drop: { safe: "-q --quiet" },
    },
  },
  reflog: {
    ...LOG,
    commands: {
      show: LOG,
      ...sameOptions("list exists", ANY_OPERANDS),
      ...sameOptions("expire delete drop write", {}),
    },
    operands: Infinity,
  },
  worktree: { commands: { list: { reads: true, safe: "--porcelain -v --verbose -z" } } },
  submodule: {
    reads: true,
    safe: "-q --quiet --cached",
    commands: { status: { reads: true, safe: "--cached --recursive -q --quiet" } },
  },
  notes: { reads: true, commands: sameOptions("list show", ANY_OPERANDS) },
  bisect: { commands: sameOptions("log terms", ANY_OPERANDS) },
};
