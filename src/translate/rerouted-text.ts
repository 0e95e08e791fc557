interface Reroute {
  fromModel: string;
  toModel: string;
  reason: string;
}

/** Says, as codex exec does, that the server answers with another model. */
export const reroutedText = ({ fromModel, toModel, reason }: Reroute): string =>
  `model rerouted: ${fromModel} -> ${toModel} (${pascal(reason)})`;

const pascal = (camel: string): string => camel.slice(0, 1).toUpperCase() + camel.slice(1);
