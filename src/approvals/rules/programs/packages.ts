import { sameOptions, type Program } from "./program.js";

const SAFE = `-s --silent -q --quiet --verbose --json --long -l --parseable -p --depth= -a --all --if-present --loglevel= --color --no-color --no-audit --no-fund
  --no-update-notifier --offline --prefer-offline --dry-run -h --help -v --version`;
const INSTALLING = `${SAFE} -D -E -P -O --save --save-dev --save-exact --save-prod --save-optional
  --save-peer --no-save --omit= --include= --ignore-scripts --legacy-peer-deps --no-optional
  --package-lock-only --frozen-lockfile --immutable --prod --production`;
const UNSAFE = {
  runs: `--script-shell= --shell= --shell-mode --node-options= -c= --call= --package= --editor= --viewer=
    --browser[=] --git= --init-module= --use-node-version= --node-arg= --script-prepend-node-path`,
  moves:
    "--prefix= -C= --dir= --cwd= -g --global --location= --modules-folder= --lockfile-dir= --local-prefix=",
  configures: `--userconfig= --globalconfig= --registry= --cache= --proxy= --https-proxy= --cafile= --ca=
    --config= --use-yarnrc= --store-dir= --global-dir= --virtual-store-dir= --pnpmfile= --global-pnpmfile=
    --hooks --noproxy= --strict-ssl[=] --otp= --auth-type= --foreground-scripts --npmrc-auth-file=
    --unsafe-perm --no-ignore-scripts`,
  writes:
    "--pack-destination= --logs-dir= --cache-folder= --report-dir= --tag-version-prefix= --sbom-format=",
} as const satisfies Program;

/** The sub-commands. pnpm and yarn run any other word as a script. */
function commandsWith(own: string, reads: string): Readonly<Record<string, Program>> {
  const safe = `${SAFE} ${own}`;
  const reading: Program = { ...UNSAFE, reads: true, safe };
  // The name of a script, and its arguments; after -- all words are arguments.
  const script: Program = { ...UNSAFE, safe, passesRest: true };
  const installing: Program = { ...UNSAFE, safe: `${INSTALLING} ${own}` };
  return {
    ...sameOptions(reads, reading),
    config: { ...UNSAFE, safe, commands: sameOptions("list ls get", reading) },
    ...sameOptions("run run-script rum urn test t tst start stop restart", script),
    ...sameOptions(
      "install i in ins add ci clean-install it update up upgrade dedupe rebuild",
      installing,
    ),
    ...sameOptions("uninstall un rm r remove unlink link ln prune", installing),
    ...sameOptions("exec x dlx create init innit", RUNNING),
    pack: { ...UNSAFE, safe },
  };
}

// The package or program to run; the words after it are its arguments.
const RUNNING: Program = {
  ...UNSAFE,
  safe: "-y --yes -q --quiet -s --silent --no-install",
  codeOperands: 1,
};

const NPM_OTHERS = sameOptions(
  `access adduser cache completion deprecate diff dist-tag dist-tags docs home doctor edit explore find
 find-dupes fund get set help help-search hook issues bugs login logout org owner author pkg prefix
 profile publish query repo sbom shrinkwrap star stars team token trust undeprecate unpublish unstar
 add-user c cit sit isntall isntall-clean rb se s ddp verison hlep`.replace(/\s+/g, " "),
  {},
);

const NPM_OWN = "-w= --workspace= --workspaces --ws";
const PNPM_OWN = "-r --recursive -F= --filter=";

/** Package managers: read-only sub-commands, and those a rule must spell. */
export const PACKAGES: Readonly<Record<string, Program>> = {
  npm: {
    ...UNSAFE,
    safe: `${SAFE} ${NPM_OWN}`,
    commands: {
      ...NPM_OTHERS,
      ...commandsWith(
        NPM_OWN,
        "ls list ll la view info show v why explain outdated root bin ping whoami search query prefix",
      ),
      audit: { ...UNSAFE, reads: true, safe: SAFE, commands: {} },
      version: { ...UNSAFE, reads: true, safe: SAFE, operands: 0 },
    },
    renames: true,
  },
  pnpm: {
    ...UNSAFE,
    safe: `${SAFE} ${PNPM_OWN}`,
    commands: commandsWith(PNPM_OWN, "ls list ll la why outdated licenses root bin view info show"),
  },
  yarn: { ...UNSAFE, safe: SAFE, commands: commandsWith("", "why info bin") },
  ...sameOptions("npx pnpx bunx", RUNNING),
  pip: {
    reads: true,
    safe: "-V --version -h --help -q --quiet -v --verbose",
    runs: "--python= --editable= -e=",
    configures: "--log= --proxy= --cert= --cache-dir= --trusted-host=",
    commands: {
      ...sameOptions("list show freeze check index", {
        reads: true,
        safe: "-q --quiet -v --verbose -o --outdated --format= -f --files --local -l --user --all",
      }),
      ...sameOptions("install uninstall download wheel", {
        safe: "-q --quiet -v --verbose -U --upgrade -y --yes -r= --requirement= --no-deps --user",
        writes: "-t= --target= --prefix= --root= --src= -d= --dest= --log=",
        configures:
          "-i= --index-url= --extra-index-url= -f= --find-links= -c= --constraint= --config-settings=",
        runs: "-e= --editable= --global-option= --build-option=",
      }),
    },
  },
};
