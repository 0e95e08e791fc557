import { GIT_READING } from "./git-reading.js";
import { sameOptions, type Program } from "./program.js";

const SIGNED = "-S[=] --gpg-sign[=]";
const MERGING = "-s= --strategy= -X= --strategy-option=";
const FETCHING = `-v --verbose -q --quiet --all -t --tags --no-tags --depth= --deepen= --unshallow -p
  --prune --dry-run --progress --no-progress -4 -6 --no-recurse-submodules`;

/** Sub-commands that change something: a rule must spell them, and then allows their usual options. */
const CHANGING: Readonly<Record<string, Program>> = {
  add: {
    safe: `-n --dry-run -v --verbose -f --force -u --update -A --all --no-all -N --intent-to-add --refresh
      --ignore-errors --ignore-missing --sparse --renormalize`,
    runs: "-e --edit -i --interactive -p --patch",
    configures: "--pathspec-from-file=",
  },
  commit: {
    safe: `-a --all -m= --message= -F= --file= -C= --reuse-message= --amend --no-edit -s --signoff
      --no-signoff -q --quiet -v --verbose --dry-run --short --branch --porcelain --long -z
      --allow-empty --allow-empty-message --author= --date= --trailer= --fixup= --squash=
      --reset-author --status --no-status -o --only -i --include -u[=] --untracked-files[=] --cleanup=
      --no-gpg-sign`,
    runs: `-e --edit -c= --reedit-message= -t= --template= ${SIGNED} -p --patch --interactive`,
    changes: "-n --no-verify",
  },
  push: {
    safe: `-n --dry-run -u --set-upstream -q --quiet -v --verbose --progress --no-progress --porcelain
      --tags --follow-tags --no-follow-tags --all --atomic --no-atomic -4 -6 --verify`,
    changes:
      "-f --force --force-with-lease[=] --force-if-includes -d --delete --mirror --prune --no-verify",
    runs: "--receive-pack= --exec= --signed[=]",
    sends: "--repo= -o= --push-option=",
    refuses: [/^[+:]|:\/\/|::/, "changes"],
  },
  fetch: { safe: FETCHING, runs: "--upload-pack= -o= --server-option=", refuses: [/::/, "runs"] },
  pull: {
    safe: `${FETCHING} --ff-only --ff --no-ff --rebase[=] -r[=] --no-rebase --no-edit --stat --no-stat
      --autostash --no-autostash`,
    runs: `--upload-pack= -o= --server-option= -e --edit ${MERGING} ${SIGNED}`,
    refuses: [/::/, "runs"],
  },
  clone: {
    safe: "-v --verbose -q --quiet --depth= -b= --branch= --single-branch --no-tags -n --no-checkout --bare",
    runs: "-u= --upload-pack=",
    configures:
      "-c= --config= --template= --recurse-submodules[=] --recursive --reference= --bundle-uri=",
    writes: "--separate-git-dir=",
    refuses: [/::/, "runs"],
  },
  "ls-remote": {
    safe: "-h --heads --branches -t --tags --refs -q --quiet --exit-code --get-url --symref --sort=",
    runs: "--upload-pack= -o= --server-option=",
    refuses: [/::/, "runs"],
  },
  checkout: {
    safe: `-b= -q --quiet --detach -d -t --track --no-track --ours --theirs --progress --no-progress
      --guess --no-guess`,
    changes: "-B= -f --force -m --merge --orphan= -p --patch",
  },
  switch: {
    safe: "-c= --create= -q --quiet --detach -d -t --track --no-track --guess --no-guess",
    changes: "-C= --force-create= -f --force --discard-changes -m --merge --orphan=",
  },
  restore: {
    safe: "-s= --source= -S --staged -W --worktree -q --quiet --ours --theirs",
    runs: "-p --patch",
  },
  merge: {
    safe: `--no-commit --commit --no-edit --ff --no-ff --ff-only --squash --no-squash --stat -n --no-stat
      -m= --abort --continue --quit -q -v --quiet --verbose --progress --no-progress --signoff
      --autostash --no-autostash`,
    runs: `${MERGING} -e --edit ${SIGNED}`,
  },
  rebase: {
    safe: "--abort --continue --skip --quit --onto= --autostash --no-autostash -q --quiet -v --verbose --stat",
    runs: `-x= --exec= -i --interactive --edit-todo ${MERGING} ${SIGNED}`,
  },
  ...sameOptions("cherry-pick revert", {
    safe: "-x -n --no-commit -m= --mainline= --abort --continue --skip --quit --no-edit -s --signoff --ff",
    runs: `-e --edit ${MERGING} ${SIGNED}`,
  }),
  reset: {
    safe: "-q --quiet --soft --mixed -N",
    changes: "--hard --merge --keep",
    runs: "-p --patch",
  },
  rm: { safe: "-n --dry-run -r -q --quiet --cached --ignore-unmatch", changes: "-f --force" },
  mv: { safe: "-n --dry-run -v --verbose -k", changes: "-f --force" },
  clean: {
    safe: "-n --dry-run -q --quiet -d -e= --exclude=",
    changes: "-f --force -x -X",
    runs: "-i",
  },
  apply: {
    safe: "--stat --numstat --summary --check --index --cached -3 --3way -R --reverse -v --verbose",
    writes: "--build-fake-ancestor= --unsafe-paths --directory=",
  },
  archive: {
    safe: "-l --list -v --format= --prefix=",
    writes: "-o= --output=",
    runs: "--remote= --exec=",
  },
  init: {
    safe: "-q --quiet --bare -b= --initial-branch=",
    configures: "--template= --separate-git-dir=",
  },
};

/** The other git commands. git ignores an alias with one of these names. */
const OTHERS = sameOptions(
  `am bugreport bundle checkout-index checkout--worker commit-graph commit-tree credential
 credential-cache credential-store daemon diagnose difftool fast-export fast-import fetch-pack filter-branch
 fmt-merge-msg for-each-repo format-patch fsck fsck-objects gc gui hash-object help hook http-backend
 http-fetch http-push imap-send index-pack instaweb interpret-trailers mailinfo mailsplit maintenance
 merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive merge-resolve
 merge-subtree merge-tree mergetool mktag mktree multi-pack-index pack-objects pack-redundant pack-refs
 prune prune-packed read-tree receive-pack refs remote-ext remote-fd remote-ftp remote-http remote-https
 repack replace replay request-pull rerere send-email send-pack shell sparse-checkout stage
 submodule--helper subtree unpack-file unpack-objects update-index update-ref update-server-info
 upload-archive upload-pack var verify-commit verify-pack verify-tag web--browse worktree write-tree`.replace(
    /\s+/g,
    " ",
  ),
  {},
);

/** git: the options before the sub-command, and the sub-commands. */
export const GIT: Readonly<Record<string, Program>> = {
  git: {
    safe: `-v --version -P --no-pager --no-optional-locks --no-replace-objects
      --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path
      --info-path`,
    // Help is shown by another program.
    runs: "-p --paginate --exec-path[=] -h --help",
    moves: "--git-dir= --work-tree= --bare --namespace= --super-prefix= -C=",
    configures: "-c= --config-env= --attr-source=",
    redefines: "-c --config-env --exec-path",
    renames: true,
    commands: { ...OTHERS, ...CHANGING, ...GIT_READING },
  },
};
