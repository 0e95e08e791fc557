export type SandboxMode = "read-only" | "workspace-write" | "danger-full-access";

export type UserInput = { type: "text"; text: string } | { type: "localImage"; path: string };

/** How a thread is to run, whether it is new or an old one. Null leaves a setting to the server. */
export interface ThreadParams {
  model: string | null;
  modelProvider: string | null;
  cwd: string;
  /** The server runs in that directory, so a new thread need not name it. */
  serverIsThere?: boolean;
  workspaceRoots: readonly string[];
  approvalPolicy: unknown;
  approvalsReviewer: string | null;
  sandbox: SandboxMode | null;
  /** A named permission profile; a server takes this or a sandbox, not both. */
  permissions: string | null;
  ephemeral: boolean;
  threadSource: string;
  config: Readonly<Record<string, unknown>> | null;
  /** Whether what the model itself says is told as well, word for word. */
  rawEvents?: boolean;
}

export interface TurnParams {
  threadId: string;
  input: readonly UserInput[];
  cwd: string;
  approvalPolicy: unknown;
  effort: string | null;
  summary: string | null;
  outputSchema: unknown;
  cyberAccessProgram: string | null;
  /** Another model than the thread's, from here on. */
  model?: string | undefined;
}

export type ReviewTarget =
  | { type: "uncommittedChanges" }
  | { type: "baseBranch"; branch: string }
  | { type: "commit"; sha: string; title: string | null }
  | { type: "custom"; instructions: string };

/** Which stored threads are asked for. */
export interface ThreadFilter {
  /** Undefined asks for the provider in use, an empty list for all. */
  modelProviders: readonly string[] | undefined;
  sourceKinds: readonly string[];
  searchTerm: string | undefined;
  archived?: boolean;
  /** By which date, the latest first. */
  sort?: "created" | "updated";
  /** How many are wanted at most: a page need not be longer. */
  atMost?: number | undefined;
}

/** `thread/start` as it goes over the wire. */
export const startParams = (params: ThreadParams) => {
  const { cwd, ...shared } = sharedParams(params);
  return {
    ...shared,
    ...(params.serverIsThere === true ? {} : { cwd }),
    ephemeral: params.ephemeral,
    ...(params.ephemeral ? {} : { historyMode: "paginated" }),
    threadSource: params.threadSource,
    ...(params.rawEvents === true ? { experimentalRawEvents: true } : {}),
  };
};

/** `thread/resume`: the thread is what it is, so nothing is said about where it is stored. */
export const resumeParams = (threadId: string, params: ThreadParams) => ({
  threadId,
  ...sharedParams(params),
  excludeTurns: true,
});

export const forkParams = (threadId: string, params: ThreadParams) => ({
  threadId,
  ...sharedParams(params),
  ephemeral: params.ephemeral,
  threadSource: params.threadSource,
  excludeTurns: true,
  deferGoalContinuation: !params.ephemeral,
});

export const listParams = (filter: ThreadFilter, cursor: string | null) => {
  const { modelProviders, sourceKinds, searchTerm } = filter;
  return {
    modelProviders,
    sourceKinds,
    searchTerm,
    cursor,
    limit: Math.min(filter.atMost ?? LIST_PAGE, LIST_PAGE),
    sortKey: `${filter.sort ?? "updated"}_at`,
    archived: filter.archived ?? false,
  };
};

const LIST_PAGE = 100;

/** What is null is left out: the server then decides, and older servers need not know the word. */
const sharedParams = (params: ThreadParams) => ({
  model: params.model,
  ...withoutNulls({ modelProvider: params.modelProvider }),
  cwd: params.cwd,
  runtimeWorkspaceRoots: params.workspaceRoots,
  approvalPolicy: params.approvalPolicy,
  ...withoutNulls({
    approvalsReviewer: params.approvalsReviewer,
    sandbox: params.sandbox,
    permissions: params.permissions,
    config: params.config,
  }),
});

/** The fields that have a value. */
export const withoutNulls = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
