export type SandboxMode = "read-only" | "workspace-write" | "danger-full-access";

export type UserInput =
  | { type: "text"; text: string }
  | { type: "localImage"; path: string }
  /** With a data URL: a running server may not see our files. */
  | { type: "image"; url: string };

/** The sandbox of a turn as `turn/start` takes it. */
export type SandboxPolicy = Readonly<Record<string, unknown>> & { type: string };

/** Settings of a new, resumed or forked thread. Null leaves a setting to the server. */
export interface ThreadParams {
  model: string | null;
  modelProvider: string | null;
  cwd: string;
  /** The server was started in `cwd`, so `thread/start` need not send it. */
  serverIsThere?: boolean;
  workspaceRoots: readonly string[];
  approvalPolicy: unknown;
  approvalsReviewer: string | null;
  sandbox: SandboxMode | null;
  /** A permission profile, by its name; the server accepts this or a sandbox, not both. */
  permissions: string | { type: "profile"; id: string } | null;
  ephemeral: boolean;
  threadSource: string;
  config: Readonly<Record<string, unknown>> | null;
  /** Whether the server also sends the model's raw response items. */
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
  /** The sandbox of this turn and later ones, if not that of the thread. */
  sandboxPolicy?: SandboxPolicy | undefined;
  /** Switches the thread to another model from this turn on. */
  model?: string | undefined;
}

export type ReviewTarget =
  | { type: "uncommittedChanges" }
  | { type: "baseBranch"; branch: string }
  | { type: "commit"; sha: string; title: string | null }
  | { type: "custom"; instructions: string };

/** Which stored threads to list. */
export interface ThreadFilter {
  /** Undefined for the provider in use, an empty list for all. */
  modelProviders: readonly string[] | undefined;
  sourceKinds: readonly string[];
  searchTerm: string | undefined;
  archived?: boolean;
  /** Sort key, latest first. */
  sort?: "created" | "updated";
  /** The maximum needed: pages need not be longer. */
  atMost?: number | undefined;
}

/** Params of `thread/start`. */
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

/** Params of `thread/resume`; how the thread is stored cannot change. */
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

/** Null fields are left out: the server decides, and older servers may not know the field. */
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

export const withoutNulls = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
