import { expect, test } from "vitest";

import { parseNotification } from "../../src/protocol/notifications.js";
import { noticeAction } from "../../src/session/config-notices.js";
import { isOurs } from "../../src/turn/scope.js";
import { Translator } from "../../src/translate/translator.js";
import { readTurn, turnNames } from "../helpers/fixture.js";
import { includesOf, newsOf, scopeOf } from "../helpers/memory-transport.js";

test.each(turnNames())("%s: the server's news becomes the lines of its golden", (name) => {
  const turn = readTurn(name);
  const translator = new Translator(includesOf(turn.args));
  const scope = scopeOf(turn.wire);
  const lines = newsOf(turn.wire)
    .map(({ method, params }) => parseNotification(method, params))
    .filter((notification) => isOurs(notification, scope) && noticeAction(notification) !== "hide")
    .flatMap((notification) => translator.translate(notification).events);
  // The first line comes from a reply, raw lines are written beside the translator, and the last
  // line is the verdict of the command.
  const golden = turn.events.slice(1, -1).filter(({ type }) => type !== "raw");
  expect(lines).toEqual(golden);
});
