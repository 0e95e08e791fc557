import type { Response, Scenario } from "./scenario.js";

/** The response chosen for a request; `key` is the same in every run of the scenario. */
export interface ScriptedResponse {
  readonly response: Response;
  readonly key: string;
}

/** Picks a response for each request: one whose `when` matches, else the next in order. */
export class Script {
  readonly #then: Scenario["then"];
  readonly #waiting: ScriptedResponse[];
  readonly #ordered: ScriptedResponse[];
  #last: ScriptedResponse | undefined;
  #repeats = 0;

  constructor(scenario: Scenario) {
    // Keys follow the order in the scenario, so that parallel requests cannot change the ids.
    const responses = scenario.responses.map((response, i) => ({ response, key: String(i + 1) }));
    this.#then = scenario.then;
    this.#waiting = responses.filter(({ response }) => response.when !== undefined);
    this.#ordered = responses.filter(({ response }) => response.when === undefined);
  }

  next(body: string): ScriptedResponse {
    const scripted = this.#matching(body) ?? this.#ordered.shift();
    if (scripted !== undefined) return (this.#last = scripted);
    if (this.#then !== "repeat-last" || this.#last === undefined) return EXHAUSTED;
    this.#repeats += 1;
    return { ...this.#last, key: `${this.#last.key}r${this.#repeats}` };
  }

  #matching(body: string): ScriptedResponse | undefined {
    const at = this.#waiting.findIndex(({ response }) => body.includes(response.when ?? ""));
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}

const EXHAUSTED: ScriptedResponse = {
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
