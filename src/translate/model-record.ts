import type { Model } from "../protocol/model-calls.js";
import type { ModelRecord } from "../dialect/records.js";

export const modelRecord = (model: Model): ModelRecord => ({
  id: model.id,
  name: model.displayName ?? model.id,
  description: model.description ?? "",
  default: model.isDefault ?? false,
  hidden: model.hidden ?? false,
  efforts: (model.supportedReasoningEfforts ?? []).map(({ reasoningEffort }) => reasoningEffort),
  default_effort: model.defaultReasoningEffort ?? null,
  input_modalities: model.inputModalities ?? [],
  service_tiers: (model.serviceTiers ?? []).map(({ id }) => id),
  upgrade: model.upgrade ?? null,
});
