/** Imports stand in three groups: Node's own, then packages, then our files. */
const importOrder = {
  meta: {
    type: "layout",
    schema: [],
    messages: {
      order: "{{ name }} belongs above {{ last }}: Node's own, then packages, then ours.",
    },
  },
  create(context) {
    return {
      Program({ body }) {
        let last = "node:";
        for (const node of body.filter(({ type }) => type === "ImportDeclaration")) {
          const name = node.source.value;
          if (groupOf(name) >= groupOf(last)) last = name;
          else context.report({ node, messageId: "order", data: { name, last } });
        }
      },
    };
  },
};

/** Our own lint rules. */
export default { meta: { name: "house" }, rules: { "import-order": importOrder } };

function groupOf(name) {
  if (name.startsWith("node:")) return 0;
  return name.startsWith(".") ? 2 : 1;
}
