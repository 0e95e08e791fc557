import { expect, test } from "vitest";

import { ModelRecord } from "../../src/dialect/records.js";
import { modelRecord } from "../../src/translate/model-record.js";

const BARE = {
  id: "m",
  name: "m",
  description: "",
  default: false,
  hidden: false,
  efforts: [],
  default_effort: null,
  input_modalities: [],
  service_tiers: [],
  upgrade: null,
};

test("a model says all it can do, in this order", () => {
  const told = {
    id: "gpt-6-sol",
    model: "gpt-6-sol",
    displayName: "GPT-6-Sol",
    description: "For everything.",
    hidden: true,
    isDefault: true,
    supportedReasoningEfforts: [
      { reasoningEffort: "low", description: "fast" },
      { reasoningEffort: "high", description: "slow" },
    ],
    defaultReasoningEffort: "high",
    inputModalities: ["text", "image"],
    serviceTiers: [{ id: "priority", name: "Fast", description: "" }],
    upgrade: "gpt-7",
  };
  expect(JSON.stringify(modelRecord(told))).toBe(
    JSON.stringify({
      id: "gpt-6-sol",
      name: "GPT-6-Sol",
      description: "For everything.",
      default: true,
      hidden: true,
      efforts: ["low", "high"],
      default_effort: "high",
      input_modalities: ["text", "image"],
      service_tiers: ["priority"],
      upgrade: "gpt-7",
    }),
  );
});

const NULLS = {
  displayName: null,
  description: null,
  hidden: null,
  isDefault: null,
  supportedReasoningEfforts: null,
  defaultReasoningEffort: null,
  inputModalities: null,
  serviceTiers: null,
  upgrade: null,
};

test.each([{}, NULLS])(
  "a model that says nothing but its id has every field all the same: %j",
  (told) => {
    const record = modelRecord({ id: "m", ...told });
    expect(record).toEqual(BARE);
    expect(ModelRecord.safeParse(record).success).toBe(true);
  },
);
