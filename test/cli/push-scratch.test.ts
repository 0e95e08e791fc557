import { test } from "vitest";
import { answer, SILENT, withPush } from "../helpers/real-push.js";
test("x", async () => {
  await withPush([SILENT, SILENT, {say:[{text:"hello"}], end:"hang"}, SILENT], async (s) => {
    s.install();
    s.configure({ review: { timeout: "1s" } });
    s.write("code.txt", "one\n");
    for (let i = 0; i < 4; i++) { s.write("code.txt", `${i}\n`); const t = Date.now();
     const r = await s.run(["strace", "-f", "-tt", "-e", "trace=exit_group,kill,execve", "-o", `/tmp/strace.${i}`, "git", "push", "--quiet", "origin", "main"]).catch(async () => s.run(["git", "push", "--quiet", "origin", "main"]));
     console.log(JSON.stringify(r, null, 1), Date.now() - t); }
  });
});
