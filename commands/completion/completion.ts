import { basename } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { RunContext } from "../../src/context.js";
import type { Command } from "../registry.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import type { Shell } from "./offer.js";
import { SHELLS } from "./offer.js";
import { SCRIPTS } from "./scripts.js";

/** `turnpipe completion`: prints the completion script of a shell. */
export const COMPLETION: Command = {
  name: "completion",
  flags: {},
  help: {
    usage: [`turnpipe completion [${SHELLS.join("|")}]`],
    about:
      "Print a script that completes commands, flags, models and threads with the tab key. The " +
      "default is the shell in $SHELL. The script starts no server; pressing tab after --model or " +
      "resume may, for 3 seconds at most.\n\n" +
      "bash, in ~/.bashrc, or as a file that the package bash-completion finds:\n" +
      '  eval "$(turnpipe completion bash)"\n' +
      "  turnpipe completion bash > \\\n" +
      "    ~/.local/share/bash-completion/completions/turnpipe\n\n" +
      "zsh, in ~/.zshrc after compinit, or as a file in a directory of $fpath:\n" +
      '  eval "$(turnpipe completion zsh)"\n' +
      "  turnpipe completion zsh > ~/.zfunc/_turnpipe\n\n" +
      "fish, as a file that it loads by itself:\n" +
      "  turnpipe completion fish > ~/.config/fish/completions/turnpipe.fish",
  },
  execute: printScript,
};

async function printScript(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const shell = shellIn(argv, runContext.env["SHELL"]);
  await ownStdout(runContext).text(SCRIPTS[shell]);
  return exitCodeAfterOutput(0, runContext);
}

function shellIn(argv: ParsedArguments, own: string | undefined): Shell {
  const [, word, unexpected] = argv._.map(String);
  const named = word ?? basename(own ?? "");
  const shell = SHELLS.find((each) => each === named);
  if (shell !== undefined && unexpected === undefined) return shell;
  if (shell !== undefined) throw unexpectedArgument("completion", unexpected ?? "");
  const problem =
    word === undefined ? "no shell given" : `unexpected argument ${JSON.stringify(word)}`;
  throw new CliError("usage", `completion: ${problem}: expected ${SHELLS.join(", ")}`, {
    hint: 'for example: eval "$(turnpipe completion bash)"',
  });
}
