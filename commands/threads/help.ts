import type { Explanation } from "../cli/help.js";
import type { ACTIONS } from "./threads.js";

const NAMED =
  "The thread is named by its id, its name, or --last: the latest of this directory (--all: of\n" +
  "any). A name that several threads have is exit 2, with a list of them.";

/** `turnpipe threads` alone. */
export const OVERVIEW: Explanation = {
  usage:
    "$0 threads ACTION [flags]\n\n" +
    "Stored threads. The actions, each with a --help of its own:\n\n" +
    "  list                  those of this directory, the latest first\n" +
    "  show THREAD           what is known of one; --turns, --markdown: what was said and done\n" +
    "  fork THREAD           a copy; its id is on stdout\n" +
    "  rename THREAD NAME    the name that resume and the other actions take\n" +
    "  archive THREAD…       out of the lists, still there\n" +
    "  unarchive THREAD…     back into them\n" +
    "  delete THREAD…        for good; asks first, or wants --yes\n" +
    "  rollback THREAD [N]   takes the last N turns (1) out of it\n" +
    "  compact THREAD        has the model sum it up\n\n" +
    NAMED,
  examples: [
    ["$0 threads list --all-dirs --json | jq -r .id", "for a script"],
    ["$0 threads show --last --markdown", "what happened?"],
  ],
};

/** The help of each action. */
export const EXPLANATIONS: Readonly<Record<keyof typeof ACTIONS, Explanation>> = {
  list: {
    usage:
      "$0 threads list [flags]\n\n" +
      "Stored threads of this directory, the latest first. On a terminal a table; elsewhere lines\n" +
      "separated by tabs: id, time of the last change, name, prompt, directory, model.\n" +
      "What turnpipe and other app-server programs began counts as begun by vscode.",
    examples: [
      ["$0 threads list --all-dirs --search release", "by a word"],
      ["$0 threads list --all --json | jq -r 'select(.model==\"gpt-6-sol\").id'", "for a script"],
    ],
  },
  show: {
    usage:
      "$0 threads show THREAD|--last [flags]\n\n" +
      "What is known of a thread. --turns adds its turns: with --json as the events they had when\n" +
      `they ran, but for what codex does not store (warnings, plans, token counts).\n\n${NAMED}`,
    examples: [
      ["$0 threads show --last", "the latest thread of this directory"],
      ["$0 threads show $ID --turns --json | jq -r '.item.command // empty'", "what it ran"],
      ["$0 threads show $ID --markdown > transcript.md", "to read"],
    ],
  },
  fork: {
    usage: `$0 threads fork THREAD|--last [flags]\n\nA copy of a thread; its id is on stdout. Codex lists it, and\nfinds it by its name, once it had a turn of its own.\n\n${NAMED}`,
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
      `Deletes threads for good. Asks first on a terminal; elsewhere it wants --yes.\n\n${NAMED}`,
    examples: [
      ["$0 threads list --archived --all --json | jq -r .id | xargs $0 threads delete --yes", ""],
    ],
  },
  rollback: {
    usage:
      "$0 threads rollback THREAD|--last [N] [flags]\n\n" +
      "Takes the last N turns (1) out of a thread, as if they had never been. The files they\n" +
      `changed stay as they are.\n\n${NAMED}`,
    examples: [["$0 threads rollback --last 2", "the last two turns"]],
  },
  compact: {
    usage:
      "$0 threads compact THREAD|--last [flags]\n\n" +
      "Has the model sum up what was said so far, so that there is room for more, and waits until\n" +
      `it is done. The events, and the exit status, are those of a turn.\n\n${NAMED}`,
    examples: [["$0 threads compact --last && $0 resume --last …", ""]],
  },
};
