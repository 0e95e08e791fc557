import type { HelpText } from "../cli/help.js";
import type { LOGIN_ACTIONS } from "./login.js";

/** The help of `turnpipe login` without an action. */
export const LOGIN_HELP: HelpText = {
  usage: ["turnpipe login [flags]", "turnpipe login status|logout|limits [flags]"],
  about:
    "Log in with ChatGPT, in a browser; or with a code, an API key or an access token. The login is " +
    "stored by codex, which uses it too. Keys and tokens are read from stdin, never from the command " +
    "line. With --json there is a line with the address to open (login.browser, login.device), then " +
    "login.completed or login.failed.",
  commands: {
    status: "print who is logged in; exit 4 if nobody is",
    logout: "delete the stored login",
    limits: "print how much of the account's limits is used",
  },
  examples: [
    ["turnpipe login", "in a browser on this machine"],
    ["turnpipe login --device-auth", "in a browser on another one"],
    ["printenv OPENAI_API_KEY | turnpipe login --with-api-key", "in CI"],
    ["turnpipe login status || turnpipe login", "log in if needed"],
  ],
};

/** The help of each action. */
export const LOGIN_ACTION_HELP: Readonly<Record<keyof typeof LOGIN_ACTIONS, HelpText>> = {
  status: {
    usage: ["turnpipe login status [flags]"],
    about:
      "Print the login that codex has stored. Exit 0 if there is one, or if the model provider in " +
      "use needs none; else 4. Keys are never printed, and an email address is masked.",
    examples: [
      ['turnpipe login status && turnpipe run "fix it"', "in a script"],
      ["turnpipe login status --json | jq -r '.plan // empty'", "which plan?"],
    ],
  },
  logout: {
    usage: ["turnpipe login logout [flags]"],
    about: "Delete the stored login.",
    examples: [["turnpipe login logout --json", 'prints {"type":"logout.completed"}']],
  },
  limits: {
    usage: ["turnpipe login limits [flags]"],
    about:
      "Print how much of the account's limits is used, and when they reset; ChatGPT logins only. On " +
      "a terminal a table; elsewhere lines separated by tabs: limit, window, percent used, percent " +
      "left, time of the reset. Credits are a line of their own.",
    examples: [
      [
        'turnpipe login limits --min-remaining 15% && turnpipe run "fix it"',
        "only when enough is left",
      ],
      ["turnpipe login limits --json | jq -r '.primary.resets_at // empty'", "for a script"],
    ],
  },
};
