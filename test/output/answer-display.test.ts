import { expect, test } from "vitest";

import { AnswerDisplay } from "../../src/output/answer-display.js";
import { createPaint } from "../../src/output/colour.js";
import { MarkdownStream } from "../../src/output/markdown-stream.js";

/** A display, and the terminal it prints on; `^` is where it was told that text begins. */
function opened() {
  const terminal = { text: "" };
  const display = new AnswerDisplay({
    write: async (text) => void (terminal.text += text),
    createStream: () =>
      new MarkdownStream({ columns: () => 40, paint: createPaint(false), renders: false }),
    beforeText: async () => void (terminal.text += "^"),
    cutMark: "… (cut off)\n",
  });
  return { display, terminal };
}

test("a message is printed once, whether its end came in pieces or with the whole", async () => {
  const { display, terminal } = opened();
  await display.delta("m", "One ");
  await display.delta("m", "two th");
  await display.message("m", "One two three.");
  await display.finish("One two three.\n");
  expect(terminal.text).toBe("^One two three.\n");
});

test("a message without pieces, and an answer that is another text, are printed whole", async () => {
  const { display, terminal } = opened();
  await display.message("m", "First.");
  await display.finish("Another.");
  expect(terminal.text).toBe("^First.\n^Another.\n");
});

test("a message whose stream broke is marked, and starts again from its beginning", async () => {
  const { display, terminal } = opened();
  await display.delta("m1", "One two th");
  await display.abandon();
  terminal.text += display.interrupt() + "warning\n";
  await display.delta("m2", "One two ");
  await display.message("m2", "One two three.");
  await display.finish("One two three.");
  expect(terminal.text).toBe("^One two th\n… (cut off)\nwarning\n^One two three.\n");
});

test("a message that differs from its pieces is printed again", async () => {
  const { display, terminal } = opened();
  await display.delta("m", "One two");
  await display.message("m", "Eins zwei");
  expect(terminal.text).toBe("^One two\n… (cut off)\n^Eins zwei\n");
});

test("other lines end the row, and the message goes on below them", async () => {
  const { display, terminal } = opened();
  await display.delta("m", "One two ");
  terminal.text += `${display.interrupt()}warning\n`;
  await display.delta("m", "three");
  await display.message("m", "One two three");
  expect(terminal.text).toBe("^One two\nwarning\n^three\n");
});

test("an empty message prints nothing", async () => {
  const { display, terminal } = opened();
  await display.delta("m", "");
  await display.message("m", " \n");
  await display.finish("");
  expect({ text: terminal.text, isWriting: display.isWriting }).toEqual({
    text: "",
    isWriting: false,
  });
});
