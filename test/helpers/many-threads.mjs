#!/usr/bin/env node
// A stand-in for `codex app-server` with as many stored threads as THREAD_STORE asks for, made as they
// are asked for and not kept. THREAD_STORE is JSON:
//   count       how many threads there are (1000); `archived`: how many more are archived (0)
//   perSecond   how many begin in the same second (1); `apart`: seconds from one such second to the next (61)
//   newest      when the latest was updated, in seconds since 1970
//   cursors     "lossy" by date of birth, as codex has them from 0.130 on; "repeating": a page begins with
//               the last thread of the one before; "endless": the first page for ever, under one cursor
//   page, does  what goes wrong, and on which page (the first is 1): "die", "stall", "garbage" (a line that
//               is none, then the page), "cut" (half a reply, then death), "wrong shape", "refuse",
//               "nothing" (no threads on this page; they come on the next)
// It ends with its input, and on SIGTERM.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const STORE = {
  count: 1000,
  archived: 0,
  perSecond: 1,
  apart: 61,
  newest: 1_790_000_000,
  cursors: "lossy",
  page: 0,
  does: "nothing",
  ...JSON.parse(process.env.THREAD_STORE ?? "{}"),
};

let asked = 0;
let stalled = false;

const CALLS = {
  initialize: () => ({ result: { userAgent: "codex_exec/0.166.0 (Linux; x86_64)" } }),
  "thread/list": (params) => {
    asked++;
    return asked === STORE.page ? trouble(params) : { result: pageOf(params) };
  },
};

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || stalled) return;
  const unknown = () => ({ error: { code: -32600, message: `unknown variant ${method}` } });
  const reply = (CALLS[method] ?? unknown)(params);
  if (reply !== undefined) say(`${JSON.stringify({ id, ...reply })}\n`);
});

function trouble(params) {
  switch (STORE.does) {
    case "die":
      return die();
    case "stall":
      stalled = true;
      return undefined;
    case "garbage":
      say("what was the question\n");
      return { result: pageOf(params) };
    case "cut":
      say(JSON.stringify({ id: asked, result: pageOf(params) }).slice(0, 5000));
      return die();
    case "wrong shape":
      return { result: { threads: pageOf(params).data } };
    case "refuse":
      return { error: { code: -32603, message: "the store is locked" } };
    default:
      // A cursor that means the same place under another name.
      return { result: { data: [], nextCursor: `${params.cursor} `, backwardsCursor: null } };
  }
}

function die() {
  process.exitCode = 3;
  lines.close();
  process.stdin.destroy();
}

/** Written at once: a process that dies has said what it said. */
function say(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** A page from where the cursor points, the latest thread first. */
function pageOf({ cursor, limit = 100, sortKey, ...filter }) {
  const time = sortKey === "created_at" ? bornAt : movedAt;
  const from =
    STORE.cursors === "endless" || cursor === null ? Infinity : Date.parse(cursor.trim());
  const isBefore = (at) => (STORE.cursors === "repeating" ? time(at) <= from : time(at) < from);
  const data = [];
  let last;
  for (let at = 0; at < (filter.archived ? STORE.archived : STORE.count); at++) {
    if (!isBefore(at)) continue;
    const thread = threadAt(at, filter.archived);
    if (!isWanted(thread, filter)) continue;
    if (data.length === limit) return { data, ...cursors(time(last), sortKey) };
    data.push(thread);
    last = at;
  }
  return { data, nextCursor: STORE.cursors === "endless" ? "again" : null, backwardsCursor: null };
}

function cursors(time, sortKey) {
  const iso = new Date(time).toISOString();
  const nextCursor = sortKey === "created_at" ? iso.replace(".000Z", "Z") : iso;
  return { nextCursor: STORE.cursors === "endless" ? "again" : nextCursor, backwardsCursor: iso };
}

/** Threads of one second are told apart by milliseconds, but not by their date of birth. */
const secondOf = (at) => STORE.newest - Math.floor(at / STORE.perSecond) * STORE.apart;
const movedAt = (at) => secondOf(at) * 1000 + STORE.perSecond - 1 - (at % STORE.perSecond);
const bornAt = (at) => (secondOf(at) - 3600) * 1000;

function isWanted({ cwd, modelProvider, source }, filter) {
  const dirs = filter.cwd === undefined ? [] : [filter.cwd].flat();
  const among = (wanted, value) => (wanted ?? []).length === 0 || wanted.includes(value);
  return (
    among(dirs, cwd) &&
    among(filter.modelProviders, modelProvider) &&
    among(filter.sourceKinds, source)
  );
}

/** Every so many have a name, another directory, wide characters, or more than one line. */
function threadAt(at, archived) {
  const number = String(at).padStart(12, "0");
  const id = `01999999-${archived ? "a" : "0"}000-7000-8000-${number}`;
  const cwd = `/projects/${["alpha", "beta", "a project with a rather long name/packages/gamma"][at % 3]}`;
  return {
    id,
    sessionId: id,
    forkedFromId: null,
    parentThreadId: null,
    preview: previewAt(at),
    ephemeral: false,
    historyMode: "paginated",
    modelProvider: at % 4 === 3 ? "other" : "mock",
    model: "gpt-6-sol",
    reasoningEffort: null,
    createdAt: bornAt(at) / 1000,
    updatedAt: secondOf(at),
    recencyAt: secondOf(at),
    status: { type: "notLoaded" },
    path: `/home/user/.codex/sessions/2026/09/21/rollout-2026-09-21T14-13-20-${id}.jsonl`,
    cwd,
    cliVersion: "0.166.0",
    source: ["cli", "vscode", "exec"][at % 3],
    threadSource: null,
    agentNickname: null,
    agentRole: null,
    gitInfo: {
      sha: "8f6b2f0d6c1f4a6e9a1b7c3d5e7f90a1b2c3d4e5",
      branch: "main",
      originUrl: "https://example.org/project.git",
    },
    name: at % 5 === 0 ? `Job ${at}` : null,
    turns: [],
  };
}

function previewAt(at) {
  const subject =
    at % 7 === 0
      ? "修复解析器的测试，然后运行它们 👩‍💻"
      : "fix the parser's failing test, then run them all";
  const breaks = at % 11 === 0 ? "\n\n\t- and mind the tabs\r\n" : " ";
  const rare =
    at % 1000 === 123 ? "look for the NeedLE in it" : "keep the public names as they are";
  const rest = "say in one line what was wrong, and do not touch what is not part of it; ".repeat(
    2,
  );
  return `Thread ${at}: ${subject},${breaks}${rare}; ${rest}`.slice(0, 220);
}
