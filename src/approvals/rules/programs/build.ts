import { sameOptions, type Program } from "./program.js";

const GO_BUILD = {
  style: "go",
  safe: `-v -x -n -a -race -msan -asan -cover -covermode= -coverpkg= -p= -tags= -trimpath -work
    -buildvcs[=] -json`,
  runs: "-exec= -toolexec= -vettool=",
  moves: "-C=",
  writes: "-o= -pkgdir= -mod= -modcacherw",
  configures: `-modfile= -overlay= -pgo= -ldflags= -gcflags= -asmflags= -gccgoflags= -compiler= -buildmode=
    -installsuffix= -linkshared`,
} as const satisfies Program;

const GO: Readonly<Record<string, Program>> = {
  version: { reads: true, style: "go", safe: "-m -v" },
  env: { reads: true, style: "go", safe: "-json -changed", changes: "-w -u" },
  doc: { reads: true, style: "go", safe: "-all -c -cmd -short -src -u", sends: "-http" },
  list: {
    ...GO_BUILD,
    reads: true,
    safe: "-json[=] -m -f= -deps -e -test -find -u -versions -retracted -compiled -tags=",
  },
  test: {
    ...GO_BUILD,
    safe: `${GO_BUILD.safe} -run= -skip= -count= -short -timeout= -bench= -benchmem -benchtime= -cpu=
      -parallel= -failfast -shuffle= -list= -vet= -fullpath -fuzztime=`,
    writes: `${GO_BUILD.writes} -c -coverprofile= -cpuprofile= -memprofile= -blockprofile= -mutexprofile=
      -trace= -outputdir= -testlogfile= -fuzz=`,
    // Options after it are for the test binary, which can write profiles, too.
    configures: `${GO_BUILD.configures} -args`,
    terminators: "-args",
  },
  run: { ...GO_BUILD, codeOperands: 1 },
  ...sameOptions("build install vet generate", GO_BUILD),
  fmt: { style: "go", safe: "-n -x", configures: "-mod=" },
  mod: {
    commands: {
      ...sameOptions("graph why verify", { reads: true, style: "go", safe: "-m -vendor -go= -x" }),
      ...sameOptions("tidy download vendor", { style: "go", safe: "-v -x -e -json -go= -compat=" }),
    },
  },
  ...sameOptions("get clean work tool", { style: "go", safe: "-v -x -n -t -u" }),
};

const CARGO_GLOBAL = {
  safe: "-q --quiet -v --verbose -V --version -h --help --color= --locked --offline --frozen --list",
  configures: "--config= --target= --manifest-path= --lockfile-path= -Z=",
  moves: "--target-dir= --artifact-dir= --out-dir= --root= --path= -C=",
} as const satisfies Program;
const CARGO_BUILD = {
  ...CARGO_GLOBAL,
  safe: `${CARGO_GLOBAL.safe} -r --release -p= --package= --workspace --all --exclude= --lib --bins --bin=
    --examples --example= --tests --test= --benches --bench= --all-targets -F= --features=
    --all-features --no-default-features -j= --jobs= --keep-going --profile= --message-format=
    --ignore-rust-version --no-run --no-fail-fast --doc --no-deps --future-incompat-report`,
  writes: "--timings[=] --fix --open",
  passesRest: true,
} as const satisfies Program;
const CARGO_READ = {
  ...CARGO_GLOBAL,
  reads: true,
  safe: `${CARGO_GLOBAL.safe} -p= --package= --workspace --all -e= --edges= --depth= --prefix=
    -i[=] --invert[=] --prune= -d --duplicates --no-dedupe --charset= -f= --format= --format-version= --no-deps -F= --features=
    --all-features --no-default-features --message-format=`,
} as const satisfies Program;

/** Build tools: a rule for make allows its targets; cargo and go need their sub-command. */
export const BUILD: Readonly<Record<string, Program>> = {
  ...sameOptions("make gmake", {
    safe: `-j[=] --jobs[=] -k --keep-going -s --silent --quiet -n --dry-run --just-print --recon -B
      --always-make -i --ignore-errors -q --question -t --touch -w --print-directory
      --no-print-directory -l[=] --load-average[=] --max-load[=] -O[=] --output-sync[=] -r
      --no-builtin-rules -R --no-builtin-variables -p --print-data-base --trace -d --debug[=]
      --warn-undefined-variables -S --no-keep-going --stop -v --version -h --help`,
    configures: `-f= --file= --makefile= -I= --include-dir= -E= --eval= -e --environment-overrides -o=
      --old-file= --assume-old= -W= --what-if= --new-file= --assume-new=`,
    moves: "-C= --directory=",
    refuses: [/^[^=]*=/s, "configures"],
  }),
  go: { commands: GO, moves: "-C=", style: "go" },
  gofmt: { reads: true, style: "go", safe: "-l -d -s -e -r=", writes: "-w -cpuprofile=" },
  cargo: {
    ...CARGO_GLOBAL,
    redefines: "--config -C -Z",
    renames: true,
    commands: {
      ...sameOptions(
        "tree metadata pkgid locate-project read-manifest verify-project version",
        CARGO_READ,
      ),
      ...sameOptions("build b check c test t bench clippy doc d rustc rustdoc", CARGO_BUILD),
      ...sameOptions("run r", CARGO_BUILD),
      fmt: {
        ...CARGO_GLOBAL,
        safe: `${CARGO_GLOBAL.safe} --check -p= --package= --all --message-format=`,
      },
      ...sameOptions(
        `add rm remove update clean fetch fix generate-lockfile init install uninstall login logout new
 owner package publish search vendor yank help info report config miri nextest audit deny`.replace(
          /\s+/g,
          " ",
        ),
        CARGO_GLOBAL,
      ),
    },
  },
};
