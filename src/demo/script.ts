import type { Response, Scenario } from "./scenario.js";

/** The response chosen for a request; `key` is the same in every run of the scenario. */
export interface Cue {
  readonly response: Response;
  readonly key: string;
}

/** Picks a response for each request: one that waits for its text first, else the next in order. */
export class Script {
  readonly #then: Scenario["then"];
  readonly #waiting: Cue[];
  readonly #ordered: Cue[];
  #last: Cue | undefined;
  #repeats = 0;

  constructor(scenario: Scenario) {
    // Keys follow the place in the script, so that requests in parallel cannot change the ids.
    const cues = scenario.responses.map((response, i) => ({ response, key: String(i + 1) }));
    this.#then = scenario.then;
    this.#waiting = cues.filter(({ response }) => response.when !== undefined);
    this.#ordered = cues.filter(({ response }) => response.when === undefined);
  }

  next(body: string): Cue {
    const cue = this.#matching(body) ?? this.#ordered.shift();
    if (cue !== undefined) return (this.#last = cue);
    if (this.#then !== "repeat-last" || this.#last === undefined) return OVER;
    this.#repeats += 1;
    return { ...this.#last, key: `${this.#last.key}r${this.#repeats}` };
  }

  #matching(body: string): Cue | undefined {
    const at = this.#waiting.findIndex(({ response }) => body.includes(response.when ?? ""));
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}

const OVER: Cue = {
  key: "over",
  response: {
    http: {
      status: 500,
      body: {
        error: {
          message: "the scenario is over: it has no response for this request",
          type: "server_error",
          code: "scenario_over",
        },
      },
    },
  },
};
