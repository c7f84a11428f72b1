/**
 * A lint plugin that reports each function of a file with its length in lines. `structure.ts` reads the reports: the
 * parser is the runtime's own, so no other one has to be installed.
 * @module
 */

type FunctionNode = Deno.lint.FunctionDeclaration | Deno.lint.FunctionExpression | Deno.lint.ArrowFunctionExpression;

const lengths: Deno.lint.Rule = {
  create(context) {
    const { text } = context.sourceCode;
    const report = (node: FunctionNode) => {
      if (node.body?.type !== "BlockStatement") return;
      const lines = text.slice(...node.range).split("\n").length;
      context.report({ node, message: String(lines) });
    };
    return { FunctionDeclaration: report, FunctionExpression: report, ArrowFunctionExpression: report };
  },
};

const plugin: Deno.lint.Plugin = { name: "structure", rules: { lengths } };

export default plugin;
