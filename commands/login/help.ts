import type { HelpText } from "../cli/help.js";
import type { LOGIN_ACTIONS } from "./login.js";

/** The help of `turnpipe login` without an action. */
export const LOGIN_HELP: HelpText = {
  usage:
    "$0 login [flags]\n$0 login status|logout|limits [flags]\n\n" +
    "Log in with ChatGPT, in a browser; or with a code, an API key or an access token. The login is\n" +
    "stored by codex, which uses it too. Keys and tokens are read from stdin, never from the command\n" +
    "line. With --json there is a line with the address to open (login.browser, login.device), then\n" +
    "login.completed or login.failed. The actions, each with a --help of its own:\n\n" +
    "  status   print who is logged in; exit 4 if nobody is\n" +
    "  logout   delete the stored login\n" +
    "  limits   print how much of the account's limits is used",
  examples: [
    ["$0 login", "in a browser on this machine"],
    ["$0 login --device-auth", "in a browser on another one"],
    ["printenv OPENAI_API_KEY | $0 login --with-api-key", "in CI"],
    ["$0 login status || $0 login", "log in if needed"],
  ],
};

/** The help of each action. */
export const LOGIN_ACTION_HELP: Readonly<Record<keyof typeof LOGIN_ACTIONS, HelpText>> = {
  status: {
    usage:
      "$0 login status [flags]\n\n" +
      "Prints the login that codex has stored. Exit 0 if there is one, or if the model provider\n" +
      "in use needs none; else 4. Keys are never printed, and an email address is masked.",
    examples: [
      ["$0 login status && $0 run …", "in a script"],
      ["$0 login status --json | jq -r '.plan // empty'", "which plan?"],
    ],
  },
  logout: {
    usage: "$0 login logout [flags]\n\nDeletes the stored login.",
    examples: [["$0 login logout --json", 'prints {"type":"logout.completed"}']],
  },
  limits: {
    usage:
      "$0 login limits [flags]\n\n" +
      "How much of the account's limits is used, and when they reset; ChatGPT logins only. On a\n" +
      "terminal a table; elsewhere lines separated by tabs: limit, window, percent used, percent\n" +
      "left, time of the reset. Credits are a line of their own.",
    examples: [
      ["$0 login limits --min-remaining 15% && $0 run …", "only when enough is left"],
      ["$0 login limits --json | jq -r '.primary.resets_at // empty'", "for a script"],
    ],
  },
};
