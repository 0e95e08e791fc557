import type { HelpText } from "../cli/help.js";
import type { THREAD_ACTIONS } from "./threads.js";

const NAMED =
  "A thread is given by its id, its name, or --last: the latest of this directory (--all: of\n" +
  "any). A name shared by several threads is exit 2, with a list of them.";

/** The help of `turnpipe threads` without an action. */
export const OVERVIEW: HelpText = {
  usage:
    "$0 threads ACTION [flags]\n\n" +
    "Stored threads. The actions, each with a --help of its own:\n\n" +
    "  list                  threads of this directory, the latest first\n" +
    "  show THREAD           details of a thread; --turns, --markdown: also its turns\n" +
    "  fork THREAD           copy a thread and print the new id\n" +
    "  rename THREAD NAME    set the name that resume and the other actions take\n" +
    "  archive THREAD…       take threads out of the lists\n" +
    "  unarchive THREAD…     put them back\n" +
    "  delete THREAD…        delete permanently; asks first, or needs --yes\n" +
    "  rollback THREAD [N]   remove the last N turns (1)\n" +
    "  compact THREAD        have the model summarise the thread\n\n" +
    NAMED,
  examples: [
    ["$0 threads list --all-dirs --json | jq -r .id", "for a script"],
    ["$0 threads show --last --markdown", "to read"],
  ],
};

/** The help of each action. */
export const THREADS_HELP: Readonly<Record<keyof typeof THREAD_ACTIONS, HelpText>> = {
  list: {
    usage:
      "$0 threads list [flags]\n\n" +
      "Stored threads of this directory, the latest first. On a terminal a table; elsewhere lines\n" +
      "separated by tabs: id, time of the last change, name, prompt, directory, model.\n" +
      "Threads started by turnpipe and other app-server clients have the source vscode.",
    examples: [
      ["$0 threads list --all-dirs --search release", "by a word"],
      ["$0 threads list --all --json | jq -r 'select(.model==\"gpt-6-sol\").id'", "for a script"],
    ],
  },
  show: {
    usage:
      "$0 threads show THREAD|--last [flags]\n\n" +
      "Details of a thread. --turns adds its turns: with --json as the events they had when\n" +
      `they ran, except what codex does not store (warnings, plans, token counts).\n\n${NAMED}`,
    examples: [
      ["$0 threads show --last", "the latest thread of this directory"],
      ["$0 threads show $ID --turns --json | jq -r '.item.command // empty'", "what it ran"],
      ["$0 threads show $ID --markdown > transcript.md", "to read"],
    ],
  },
  fork: {
    usage: `$0 threads fork THREAD|--last [flags]\n\nCopies a thread and prints the new id. Codex lists the copy,\nand finds it by name, after its first own turn.\n\n${NAMED}`,
    examples: [['ID=$($0 threads fork --last --name "plan B")', "then: $0 resume $ID …"]],
  },
  rename: {
    usage: `$0 threads rename THREAD|--last NAME [flags]\n\nGives a thread a name.\n\n${NAMED}`,
    examples: [['$0 threads rename --last "the release"', 'then: $0 resume "the release" …']],
  },
  archive: {
    usage: `$0 threads archive THREAD… [flags]\n\nTakes threads out of the lists.\n\n${NAMED}`,
    examples: [["$0 threads archive --last", "the latest thread of this directory"]],
  },
  unarchive: {
    usage: `$0 threads unarchive THREAD… [flags]\n\nPuts threads back into the lists.\n\n${NAMED}`,
    examples: [["$0 threads list --archived", "which are archived?"]],
  },
  delete: {
    usage:
      "$0 threads delete THREAD… [flags]\n\n" +
      `Deletes threads permanently. Asks first on a terminal; elsewhere --yes is required.\n\n${NAMED}`,
    examples: [
      ["$0 threads list --archived --all --json | jq -r .id | xargs $0 threads delete --yes", ""],
    ],
  },
  rollback: {
    usage:
      "$0 threads rollback THREAD|--last [N] [flags]\n\n" +
      "Removes the last N turns (1) from a thread's history. The files they\n" +
      `changed stay as they are.\n\n${NAMED}`,
    examples: [["$0 threads rollback --last 2", "the last two turns"]],
  },
  compact: {
    usage:
      "$0 threads compact THREAD|--last [flags]\n\n" +
      "Has the model summarise the thread so far, to free context for more, and waits until\n" +
      `it is done. The events, and the exit status, are those of a turn.\n\n${NAMED}`,
    examples: [["$0 threads compact --last && $0 resume --last …", ""]],
  },
};
