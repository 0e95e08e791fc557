/** codex's spelling of the protocol's camelCase words. */
export const pascalCase = (camel: string): string =>
  camel.slice(0, 1).toUpperCase() + camel.slice(1);
