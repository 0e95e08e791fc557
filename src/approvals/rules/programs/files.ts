import { sameOptions, type Program } from "./program.js";

const COPYING = `-a --archive -r -R --recursive -f --force -i --interactive -n --no-clobber -v --verbose
  --update[=] --preserve[=] --no-preserve= --parents --dereference --no-dereference -l --link -s
  --symbolic-link --sparse= --reflink[=] --no-target-directory --one-file-system -S= --suffix=
  --backup[=] --strip-trailing-slashes --help --version -p -u -d -L -P -H -x -T -b`;

/** Programs that copy, move, remove and pack files: a rule for one allows that on any operands. */
export const FILES: Readonly<Record<string, Program>> = {
  tee: {
    safe: "-a --append -i --ignore-interrupts -p --output-error[=] --help --version",
  },
  ...sameOptions("cp mv", { safe: COPYING, writes: "-t= --target-directory=" }),
  rm: {
    safe: `-f --force -i -I --interactive[=] -v --verbose --one-file-system --preserve-root[=] --help
      --version`,
    changes: "-r -R --recursive -d --dir --no-preserve-root",
  },
  tar: {
    reads: true,
    bundles: true,
    safe: `-t --list -d --diff --compare -v --verbose -z --gzip --gunzip --ungzip -j --bzip2 -J --xz -Z
      --compress --uncompress --zstd --lzma --lzip --lzop -a --auto-compress -O --to-stdout
      --exclude= -X= --exclude-from= --exclude-vcs --wildcards --no-wildcards --strip-components=
      --full-time -k --keep-old-files -p --same-permissions --no-same-owner -o -h --dereference -S
      --sparse --totals --numeric-owner --show-stored-names -R --block-number --occurrence[=]
      --ignore-zeros -i -n --seek --force-local --one-top-level[=] -w --version --help --usage`,
    writes: `-x --extract --get -c --create -r --append -u --update -A --catenate --concatenate --delete -g=
      --listed-incremental= --index-file= --volno-file= -f= --file= --remove-files -P
      --absolute-names --overwrite -U --unlink-first --recursive-unlink --keep-directory-symlink`,
    // A name with a colon is on another host, reached through another program.
    except: { "-f": /^[^:]+$/, "--file": /^[^:]+$/ },
    runs: `-I= --use-compress-program= --to-command= --rsh-command= --rmt-command= --checkpoint-action=
      --checkpoint[=] -F= --info-script= --new-volume-script= -M --multi-volume`,
    moves: "-C= --directory= --cd=",
    configures: "-T= --files-from= --add-file= --sort=",
  },
  rsync: {
    safe: `-a -r -v -z -n -h -P -u -t -l -p -g -o -H -A -X -x -c -i -q -R -d -S -W -m --archive --recursive
      --verbose --compress --dry-run --human-readable --progress --partial --update --times --links
      --perms --group --owner --hard-links --checksum --itemize-changes --quiet --relative --dirs
      --sparse --whole-file --stats --exclude= --include= --exclude-from= --include-from= --list-only
      --size-only --existing --ignore-existing --max-size= --min-size= --info= --bwlimit= --timeout=
      --prune-empty-dirs --cvs-exclude -C --no-perms --no-owner --no-group --no-times --help --version`,
    runs: "-e= --rsh= --rsync-path= --early-input= -M= --remote-option=",
    writes: `--log-file= --write-batch= --only-write-batch= --backup-dir= --temp-dir= -T= --partial-dir=
      --copy-dest= --link-dest= --compare-dest=`,
    changes: `--delete --delete-before --delete-during --delete-after --delete-excluded --del
      --remove-source-files --force --inplace`,
    configures: "--config= --password-file= --files-from= --read-batch= -f= --filter= --daemon -F",
    refuses: [/:/, "sends"],
  },
};
