import { expect, test } from "vitest";

import { ended, lines, plan, told } from "./notifications.js";

const list = (type: string, id: string, ...items: [text: string, completed: boolean][]) => ({
  type,
  item: {
    id,
    type: "todo_list",
    items: items.map(([text, completed]) => ({ text, completed })),
  },
});

test("a plan starts as a list, is updated, and completes with the turn as it last stood", () => {
  const pieces = [
    plan(["look", "inProgress"], ["fix", "pending"]),
    plan(["look", "completed"], ["fix", "inProgress"]),
    ended(),
  ];
  expect(lines(pieces)).toEqual([
    list("item.started", "item_0", ["look", false], ["fix", false]),
    list("item.updated", "item_0", ["look", true], ["fix", false]),
    list("item.completed", "item_0", ["look", true], ["fix", false]),
  ]);
});

test("a plan after the list was completed is a new list with a new id", () => {
  expect(lines([plan(["a", "pending"]), ended(), plan(["b", "completed"]), ended()])).toEqual([
    list("item.started", "item_0", ["a", false]),
    list("item.completed", "item_0", ["a", false]),
    list("item.started", "item_1", ["b", true]),
    list("item.completed", "item_1", ["b", true]),
  ]);
});

test("an empty plan is an empty list", () => {
  expect(lines([plan()])).toEqual([list("item.started", "item_0")]);
});

test.each(["completed", "failed", "interrupted"])("a turn that %s completes its list", (status) => {
  const [, end] = told([plan(["a", "pending"]), ended({ status })]);
  expect(end?.events).toEqual([list("item.completed", "item_0", ["a", false])]);
});

test("a turn still in progress completes nothing", () => {
  const [, end] = told([plan(["a", "pending"]), ended({ status: "inProgress" })]);
  expect(end).toEqual({ events: [] });
});

test("a status we do not know is not completed", () => {
  expect(lines([plan(["a", "paused"])])).toEqual([list("item.started", "item_0", ["a", false])]);
});
