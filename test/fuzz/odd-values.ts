/** Values of another type than whatever stood there. */
export const FLIPS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  "",
  "text",
  [],
  {},
  [null],
  { type: 1 },
];

/** Numbers at the edges of what is one; the texts stand for what a value cannot be. */
export const NUMBERS: readonly unknown[] = [
  ...[-1, 0.1, 1e21, 1e308, -1e308, 2 ** 53, 2 ** 31, 4_294_967_296, 8_640_000_000_000_001],
  ...["\u0001infinity", "\u0001big", "\u0001minus-zero"],
];

/** Texts that trip up whoever takes them for plain. */
export const TEXTS: readonly string[] = [
  ...[
    "",
    "\ud800",
    "\udfff\ud800",
    "a\ud83d",
    "\u0000",
    "\u001b[2J\u001b]0;x\u0007",
    "\u2028\u2029",
  ],
  ...["\r\n", "__proto__", "constructor", "../../etc/passwd", "\u202eabc", "e\u0301".repeat(50)],
  ...["x".repeat(100_000), "日".repeat(5_000), "-9999-99-99", "%s%n", "👩‍👩‍👧‍👦"],
];

/** What a server may ask in the middle of anything. */
export const QUESTIONS: readonly { readonly method: string; readonly params: unknown }[] = [
  { method: "item/commandExecution/requestApproval", params: { itemId: "x", command: "ls" } },
  { method: "item/commandExecution/requestApproval", params: null },
  { method: "item/fileChange/requestApproval", params: { itemId: 7 } },
  { method: "item/permissions/requestApproval", params: { permissions: 1 } },
  { method: "item/tool/requestUserInput", params: { questions: [null, { id: 1 }] } },
  { method: "item/tool/requestUserInput", params: { questions: "none" } },
  { method: "item/tool/call", params: [] },
  { method: "mcpServer/elicitation/request", params: { mode: "form", requestedSchema: 1 } },
  { method: "account/chatgptAuthTokens/refresh", params: {} },
  { method: "attestation/generate", params: "?" },
  { method: "currentTime/read", params: 1e308 },
  { method: "applyPatchApproval", params: { fileChanges: null } },
  { method: "execCommandApproval", params: { command: [1, null] } },
  { method: "toString", params: {} },
  { method: "", params: undefined },
];
