import type { HelpText } from "../cli/help.js";
import type { THREAD_ACTIONS } from "./threads.js";

const NAMED =
  "A thread is given by its id, its name, or --last: the latest of this directory (--all: of " +
  "any). A name shared by several threads is exit 2, with a list of them.";

/** The help of `turnpipe threads` without an action. */
export const OVERVIEW: HelpText = {
  usage: ["turnpipe threads ACTION [flags]"],
  about: `List, show and change stored threads. ${NAMED}`,
  commands: {
    list: "threads of this directory, the latest first",
    "show THREAD": "details of a thread; --turns, --markdown: also its turns",
    "fork THREAD": "copy a thread and print the new id",
    "rename THREAD NAME": "set the name that resume and the other actions take",
    "archive THREAD…": "take threads out of the lists",
    "unarchive THREAD…": "put them back",
    "delete THREAD…": "delete permanently; asks first, or needs --yes",
    "rollback THREAD [N]": "remove the last N turns (1)",
    "compact THREAD": "have the model summarise the thread",
  },
  examples: [
    ["turnpipe threads list --all-dirs --json | jq -r .id", "for a script"],
    ["turnpipe threads show --last --markdown", "to read"],
  ],
  more: "The flags of an action: turnpipe threads ACTION --help",
};

/** The help of each action. */
export const THREADS_HELP: Readonly<Record<keyof typeof THREAD_ACTIONS, HelpText>> = {
  list: {
    usage: ["turnpipe threads list [flags]"],
    about:
      "List stored threads of this directory, the latest first. On a terminal a table; elsewhere " +
      "lines separated by tabs: id, time of the last change, name, prompt, directory, model. Threads " +
      "started by turnpipe and other app-server clients have the source vscode.",
    examples: [
      ["turnpipe threads list --all-dirs --search release", "by a word"],
      [
        "turnpipe threads list --all --json | jq -r 'select(.model==\"gpt-6-sol\").id'",
        "for a script",
      ],
    ],
  },
  show: {
    usage: ["turnpipe threads show THREAD|--last [flags]"],
    about:
      "Show details of a thread. --turns adds its turns: with --json as the events they had when " +
      `they ran, except what codex does not store (warnings, plans, token counts).\n\n${NAMED}`,
    examples: [
      ["turnpipe threads show --last", "the latest thread of this directory"],
      [
        "turnpipe threads show \"$ID\" --turns --json | jq -r '.item.command // empty'",
        "what it ran",
      ],
      ['turnpipe threads show "$ID" --markdown > transcript.md', "to read"],
    ],
  },
  fork: {
    usage: ["turnpipe threads fork THREAD|--last [flags]"],
    about:
      "Copy a thread and print the new id. Codex lists the copy, and finds it by name, after its " +
      `first own turn.\n\n${NAMED}`,
    examples: [
      ['ID=$(turnpipe threads fork --last --name "plan B")', "copy the latest"],
      ['turnpipe resume "$ID" "try it another way"', "continue the copy"],
    ],
  },
  rename: {
    usage: ["turnpipe threads rename THREAD|--last NAME [flags]"],
    about: `Give a thread a name.\n\n${NAMED}`,
    examples: [
      ['turnpipe threads rename --last "the release"', "name it"],
      ['turnpipe resume "the release" "go on"', "and continue it by its name"],
    ],
  },
  archive: {
    usage: ["turnpipe threads archive THREAD… [flags]"],
    about: `Take threads out of the lists.\n\n${NAMED}`,
    examples: [["turnpipe threads archive --last", "the latest thread of this directory"]],
  },
  unarchive: {
    usage: ["turnpipe threads unarchive THREAD… [flags]"],
    about: `Put threads back into the lists.\n\n${NAMED}`,
    examples: [["turnpipe threads list --archived", "which are archived?"]],
  },
  delete: {
    usage: ["turnpipe threads delete THREAD… [flags]"],
    about: `Delete threads permanently. Asks first on a terminal; elsewhere --yes is required.\n\n${NAMED}`,
    examples: [
      [
        "turnpipe threads list --archived --all --json | jq -r .id |\n    xargs turnpipe threads delete --yes",
        "all that are archived",
      ],
    ],
  },
  rollback: {
    usage: ["turnpipe threads rollback THREAD|--last [N] [flags]"],
    about:
      "Remove the last N turns (1) from a thread's history. The files they changed stay as they " +
      `are.\n\n${NAMED}`,
    examples: [["turnpipe threads rollback --last 2", "the last two turns"]],
  },
  compact: {
    usage: ["turnpipe threads compact THREAD|--last [flags]"],
    about:
      "Have the model summarise the thread so far, to free context for more, and wait until it is " +
      `done. The events, and the exit status, are those of a turn.\n\n${NAMED}`,
    examples: [
      ['turnpipe threads compact --last && turnpipe resume --last "go on"', "then continue"],
    ],
  },
};
