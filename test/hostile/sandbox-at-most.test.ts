import { describe, expect, test } from "vitest";

import type { SandboxMode } from "../../src/protocol/params.js";
import { narrowSandbox, sandboxInForce } from "../../src/session/sandbox-at-most.js";

const MODES: readonly SandboxMode[] = ["read-only", "workspace-write", "danger-full-access"];
const FILE = "/repo/.turnpiperc";
const ADVICE = "(a project file may not loosen this; --trust-project-config allows it)";

type CodexSettings = Parameters<typeof sandboxInForce>[1];

const PAIRS = MODES.flatMap((mode) => [...MODES, null].map((inForce) => ({ mode, inForce })));

test.each(PAIRS)("a project's $mode where $inForce is in force", ({ mode, inForce }) => {
  const wider = inForce === null || MODES.indexOf(mode) > MODES.indexOf(inForce);
  const instead =
    inForce === null ? "the permissions of codex's own config stay" : `it stays ${inForce}`;
  expect(narrowSandbox({ mode, file: FILE }, inForce)).toEqual({
    sandbox: wider || mode === inForce ? null : mode,
    warning: wider ? `${FILE}: ignored sandbox: ${instead} ${ADVICE}` : undefined,
  });
});

describe("without a word of anybody's, a new thread has", () => {
  const decideCommandLine = (trust_level: string) => ({ projects: { "/repo": { trust_level } } });

  test.each<[inForce: SandboxMode | null, settings: CodexSettings]>([
    ["read-only", {}],
    ["read-only", { sandbox_mode: null, default_permissions: null, projects: null }],
    ["read-only", { projects: { "/elsewhere": { trust_level: "trusted" } } }],
    ["workspace-write", decideCommandLine("trusted")],
    ["workspace-write", decideCommandLine("untrusted")],
    ...MODES.map((mode): [SandboxMode, CodexSettings] => [
      mode,
      { ...decideCommandLine("trusted"), sandbox_mode: mode },
    ]),
    ["read-only", { default_permissions: ":read-only", ...decideCommandLine("trusted") }],
    ["workspace-write", { default_permissions: ":workspace" }],
    // A profile counts before the mode; what it allows is not known here.
    [null, { default_permissions: "careful", sandbox_mode: "danger-full-access" }],
    [null, { default_permissions: ":something-new" }],
    [null, { sandbox_mode: "something-new" }],
  ])("%s under %j", (inForce, settings) => {
    expect(sandboxInForce("/repo", settings)).toBe(inForce);
  });
});
