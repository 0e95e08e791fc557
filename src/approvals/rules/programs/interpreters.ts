import { sameOptions, type Program } from "./program.js";

/** Interpreters: the rule must spell the script; the words after it are the script's arguments. */
export const INTERPRETERS: Readonly<Record<string, Program>> = {
  ...sameOptions("node nodejs", {
    codeOperands: 1,
    safe: `-v --version -h --help -c --check --no-warnings --trace-warnings --enable-source-maps
      --throw-deprecation --no-deprecation --trace-deprecation --max-old-space-size[=]
      --stack-trace-limit[=] --experimental-strip-types --experimental-vm-modules --trace-uncaught`,
    runs: `-e= --eval= -p --print -i --interactive -r= --require= --import= --loader=
      --experimental-loader= --test --test-reporter= --test-global-setup= --watch --watch-path= --run=
      --inspect[=] --inspect-brk[=] --inspect-port= --inspect-wait[=]`,
    configures: `--env-file= --env-file-if-exists= --experimental-config-file= --icu-data-dir=
      --openssl-config= --snapshot-blob= --build-snapshot -C= --conditions= --input-type= --title=
      --experimental-default-config-file --allow-addons --allow-child-process`,
    writes: `--cpu-prof --cpu-prof-dir= --cpu-prof-name= --heap-prof --heap-prof-dir= --prof
      --redirect-warnings= --diagnostic-dir= --report-directory= --report-dir= --trace-event-file-pattern=
      --tls-keylog= --test-reporter-destination= --heapsnapshot-signal=`,
  }),
  python: {
    codeOperands: 1,
    safe: "-V --version -h --help -u -B -b -s -S -E -I -O -q -v -x -P -d -W=",
    runs: "-c= -m= -i -X= --check-hash-based-pycs=",
    terminators: "-c -m",
  },
  ...sameOptions("perl ruby php lua luajit tsx ts-node rscript osascript tclsh", {
    codeOperands: 1,
    safe: "--version --help",
    runs: "-e= -E= -r= -c= -i[=] -n -p -a -M= -m= -I= -x[=] -s -l= -d[=] --eval= --require= --import=",
  }),
};
