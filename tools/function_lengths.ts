/**
 * A lint plugin that reports the length of each function in lines, for `structure.ts`. It uses Deno's own parser, so no
 * other parser is needed.
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
