import { sameOptions, type Program } from "./program.js";

/** Programs that search, filter and show text. */
export const SEARCH: Readonly<Record<string, Program>> = {
  find: {
    reads: true,
    style: "words",
    safe: `-H -L -P -O0 -O1 -O2 -O3 -amin= -anewer= -atime= -cmin= -cnewer= -ctime= -mmin= -mtime= -newer=
      -newermt= -newerct= -newerat= -newermm= -used= -empty -executable -readable -writable -false
      -true -fstype= -gid= -group= -uid= -user= -nogroup -nouser -iname= -name= -ipath= -path= -wholename=
      -iwholename= -ilname= -lname= -iregex= -regex= -regextype= -inum= -links= -perm= -samefile= -size=
      -type= -xtype= -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -maxdepth=
      -mindepth= -mount -xdev -noleaf -nowarn -warn -prune -quit -print -print0 -printf= -ls -a -and -o -or
      -not -help --help -version --version`,
    writes: "-fprint= -fprint0= -fprintf= -fls=",
    changes: "-delete",
    runs: "-exec= -execdir= -ok= -okdir=",
    configures: "-files0-from= -f=",
  },
  rg: {
    reads: true,
    safe: `-e= --regexp= -f= --file= -i --ignore-case -s --case-sensitive -S --smart-case -F
      --fixed-strings -w --word-regexp -x --line-regexp -v --invert-match -n --line-number -N
      --no-line-number -c --count --count-matches -l --files-with-matches --files-without-match --files
      -o --only-matching -A= --after-context= -B= --before-context= -C= --context= -g= --glob= --iglob=
      --glob-case-insensitive -t= --type= -T= --type-not= --type-list --type-add= --type-clear= -u
      --unrestricted -. --hidden --no-hidden --no-ignore --no-ignore-dot --no-ignore-vcs
      --no-ignore-parent --no-ignore-global --no-ignore-exclude --no-ignore-files --no-require-git
      --ignore-file= -L --follow -d= --max-depth= --maxdepth= --max-filesize= -m= --max-count= -U
      --multiline --multiline-dotall -P --pcre2 --engine= --auto-hybrid-regex --heading --no-heading -H
      --with-filename -I --no-filename --color= --colors= --column --no-column --trim --json --stats
      --sort= --sortr= -j= --threads= -a --text --binary -E= --encoding= -0 --null --null-data
      --passthru --passthrough -p --pretty -q --quiet -r= --replace= --vimgrep -V --version --debug
      --trace --no-messages --no-config --context-separator= --no-context-separator
      --field-match-separator= --field-context-separator= -M= --max-columns= --max-columns-preview
      --mmap --no-mmap --one-file-system --path-separator= --line-buffered --block-buffered --crlf -b
      --byte-offset --include-zero --stop-on-nonmatch --no-unicode`,
    runs: "--pre= --pre-glob= --hostname-bin= -z --search-zip -h --help",
  },
  ...sameOptions("grep egrep fgrep", {
    reads: true,
    safe: `-E -F -G -P -e= -f= -i -y -v -w -x -c -L -l -m= -o -q -s -b -H -h -n -T -Z -z -a -A= -B= -C= -I -r
      -R -U -u -V -D= -d= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp=
      --file= --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count
      --color[=] --colour[=] --files-without-match --files-with-matches --max-count= --only-matching
      --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label=
      --line-number --initial-tab --null --null-data --after-context= --before-context= --context=
      --group-separator= --no-group-separator --text --binary-files= --devices= --directories=
      --exclude= --exclude-from= --exclude-dir= --include= --recursive --dereference-recursive
      --line-buffered --unix-byte-offsets --binary --help --version -NUM`,
  }),
  ...sameOptions("ag ack", {
    reads: true,
    safe: `-i -v -w -l -L -c -n -Q -s -S -A= -B= -C= --ignore-case --smart-case --case-sensitive --count
      --literal --hidden --ignore= --ignore-dir= --nocolor --color --nogroup --group --column --files`,
    runs: "--pager= --output= --nopager",
    configures: "--ackrc= --path-to-ignore= -p= --env",
  }),
  sort: {
    reads: true,
    safe: `-b -d -f -g -i -M -h -n -R -r -V -c -C -k= -m -s -S= -t= -u -z --ignore-leading-blanks
      --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort
      --human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort --batch-size=
      --check[=] --debug --files0-from= --key= --merge --stable --buffer-size= --field-separator=
      --unique --zero-terminated --parallel= --help --version`,
    writes: "-o= --output= -T= --temporary-directory=",
    runs: "--compress-program=",
    configures: "--random-source=",
  },
  uniq: {
    reads: true,
    // It writes the second one.
    operands: 1,
    safe: `-c --count -d --repeated -D --all-repeated[=] -f= --skip-fields= --group[=] -i --ignore-case
      -s= --skip-chars= -u --unique -z --zero-terminated -w= --check-chars= --help --version`,
  },
  tree: {
    reads: true,
    safe: `-a -d -l -f -x -L= -P= -I= -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -i -A -S -n -C -J -X
      --noreport --dirsfirst --prune --gitignore --filelimit= --matchdirs --ignore-case --du --si
      --inodes --device --sort= --version --help`,
    writes: "-o= -R",
    configures: "--fromfile --info --gitfile= --infofile=",
  },
  sed: {
    reads: true,
    script: "sed",
    safe: `-n --quiet --silent -E -r --regexp-extended -e= --expression= -s --separate -u --unbuffered -z
      --null-data -l= --line-length= --posix --sandbox --debug --help --version`,
    writes: "-i[=] --in-place[=] -I[=]",
    configures: "-f= --file= --follow-symlinks",
  },
  ...sameOptions("awk gawk mawk nawk", {
    reads: true,
    script: "awk",
    stopsAtOperand: true,
    safe: "-F= -v= --field-separator= --assign= --version",
    configures: "-f= --file= -i= --include= -l= --load= -E= --exec= -e= --source=",
    writes: "-o[=] --pretty-print[=] -d[=] --dump-variables[=] -p[=] --profile[=]",
  }),
};
