/** From which version of codex on there is something, and from which on not any more. */
interface Span {
  since: string;
  until?: string;
}

/**
 * What we use and not every codex version has: methods, fields and behaviour, measured on the
 * released programs. Nothing else compares versions: code asks for a feature by its name here. An
 * unknown method is also recognised by its error, for builds between two versions.
 * Sorted by version.
 */
export const FEATURES = {
  /** The oldest version that is spoken with: `check-version.ts`. */
  threads: { since: "0.57" },
  "review/start": { since: "0.59" },
  /** Before, none, or without their thread, and with other enums: `conversation-adapter.ts`. */
  "items of threads": { since: "0.69" },
  "output schemas": { since: "0.78" },
  /** Before, `thread/start` ignores the settings that the server was started with. */
  "settings of the server": { since: "0.79" },
  /** Of threads that are not paginated: `older-calls.ts`. */
  "thread/rollback": { since: "0.79", until: "0.156" },
  "thread/fork": { since: "0.80" },
  "thread/read": { since: "0.89" },
  "lists of archived threads": { since: "0.89" },
  "ephemeral threads": { since: "0.90" },
  "thread/name/set": { since: "0.93" },
  /** Of a list of threads; ignored before: `thread-calls.ts`. */
  sourceKinds: { since: "0.92" },
  /** Of an API key; before, a login is stored or there is none: `check-version.ts`. */
  "keys in memory": { since: "0.93" },
  "thread/compact/start": { since: "0.96" },
  "turn/steer": { since: "0.99" },
  /** Ignored before. */
  "lists of hidden models": { since: "0.102" },
  /** Before, an error in response to an approval request hangs the turn: `early-adapter.ts`. */
  declinedApprovals: { since: "0.105" },
  /** Before, a thread with a name cannot be found by it. */
  "thread names in lists": { since: "0.105" },
  /** Before, one could be listed and not be read. */
  "archived threads": { since: "0.105" },
  /** Before, the server finds no sandbox for it on Linux. */
  "command/exec": { since: "0.105" },
  /** Before, only of one that is loaded. */
  "thread/name/set of a stored thread": { since: "0.110" },
  /** Before, a compaction begins with its item: `older-notifications.ts`. */
  "turn/started of a compaction": { since: "0.110" },
  /** Of threads; ignored before. */
  approvalsReviewer: { since: "0.115" },
  /** Before, the copy is stored. */
  "ephemeral thread/fork": { since: "0.115" },
  /** A kind of login. */
  chatgptDeviceCode: { since: "0.118" },
  /** Before, the search is for the prompt alone. */
  "search for names": { since: "0.120" },
  /** Before, all turns of a thread or none: `older-calls.ts`. */
  "thread/turns/list": { since: "0.122" },
  /** A permission profile as a field, first as an object: `thread-params.ts`. */
  permissions: { since: "0.128" },
  /** Before, also before each answer: `older-notifications.ts`. */
  "usage reported once": { since: "0.131" },
  permissionsByName: { since: "0.131" },
  /** Additional directories; ignored before: `thread-params.ts`. */
  runtimeWorkspaceRoots: { since: "0.131" },
  /** Before, not found or resumed in silence. */
  "archived threads are refused": { since: "0.136" },
  "thread/delete": { since: "0.140" },
  /** In `rawResponse/completed`; not known before. */
  "usage of a review": { since: "0.145" },
  /** Threads that can be reverted. Before, they were rejected, or could not be forked or rolled back. */
  paginatedThreads: { since: "0.148" },
  /** Of paginated threads. */
  "thread/revert": { since: "0.148" },
  /** Of `turn/start`; ignored before. */
  cyberAccessProgram: { since: "0.151" },
  /** Before, only the text distinguishes a usage limit from a rate limit: `error-text.ts`. */
  rateLimitExceeded: { since: "0.151" },
  /** In `codexErrorInfo` of most HTTP failures; before, only in the text: `error-text.ts`. */
  httpStatusCode: { since: "0.166" },
} as const satisfies Record<string, Span>;

export type Feature = keyof typeof FEATURES;

/** What a server supports. Its version is known after `initialize`. */
export class Features {
  /** As the server reports it. One without an order, as `nightly` or a build's `0.0.0`, is the newest. */
  version: string;

  constructor(version = "") {
    this.version = version;
  }

  has(feature: Feature): boolean {
    const { since, until }: Span = FEATURES[feature];
    const version = partsOf(this.version);
    if (version === undefined) return until === undefined;
    return !isBefore(version, since) && (until === undefined || isBefore(version, until));
  }
}

/** The hint for something that only other versions have. */
export function versionHint(feature: Feature): string {
  const { since, until }: Span = FEATURES[feature];
  return until === undefined
    ? `requires codex ${full(since)} or newer: npm i -g @openai/codex@latest`
    : `requires a codex from ${full(since)} on and before ${full(until)} (--codex PATH)`;
}

const full = (version: string): string => (/\.\d+\./.test(version) ? version : `${version}.0`);

function partsOf(version: string): readonly number[] | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  return parts?.some((part) => part > 0) === true ? parts : undefined;
}

/** Whether a version is older. A preview counts as its release. */
function isBefore(version: readonly number[], than: string): boolean {
  const other = than.split(".").map(Number);
  const different = version.findIndex((part, index) => part !== (other[index] ?? 0));
  return different >= 0 && (version[different] ?? 0) < (other[different] ?? 0);
}
