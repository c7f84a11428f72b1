/**
 * The project's lint plugin. Its rules: which room may import from which, which may use Deno, how zod is imported, which
 * syntax older runtimes parse, and that messages for shell users have both languages.
 * @module
 */

/** Each room of src/ and the rooms its files may import from (its own is always allowed). */
export const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  std: [],
  model: [],
  door: ["model"],
  "engine/task": ["model", "door"],
  "engine/simd": [],
  "engine/text": ["model", "door", "engine/simd", "engine/task"],
  "engine/regex": ["model", "engine/text"],
  "engine/glob": ["model", "door", "engine/text"],
  "engine/matcher": ["model", "engine/regex", "engine/simd", "engine/text"],
  "engine/walk": ["model", "door", "engine/glob", "engine/task"],
  "engine/cache": ["model", "door", "engine/matcher", "engine/simd", "engine/task", "engine/walk"],
  "engine/structure": ["model", "engine/task"],
  "engine/run": ["model", "door", "engine/cache", "engine/structure", "engine/task"],
  "engine/scan": [
    ...["model", "door", "engine/cache", "engine/matcher", "engine/run", "engine/simd", "engine/task", "engine/text"],
    "engine/walk",
  ],
  "engine/breakdown": ["model", "engine/matcher", "engine/scan", "engine/text"],
  "engine/find": [
    ...["model", "door", "engine/cache", "engine/glob", "engine/matcher", "engine/run", "engine/task", "engine/walk"],
  ],
  "engine/manifest": ["model", "door", "engine/glob", "engine/run", "engine/task", "engine/text", "engine/walk"],
  "engine/ops": [
    ...["model", "door", "engine/breakdown", "engine/cache", "engine/find", "engine/glob", "engine/manifest"],
    ...["engine/matcher", "engine/run", "engine/scan", "engine/structure", "engine/task", "engine/text", "engine/walk"],
  ],
  worker: ["model", "door", "engine/cache", "engine/ops", "engine/run", "engine/structure", "engine/task"],
  pool: ["model", "door", "engine/cache", "engine/ops", "engine/run", "engine/structure", "engine/task", "worker"],
  format: ["model"],
  consult: ["model", "format"],
  toolsets: ["model", "format", "consult"],
  mcp: ["model", "format", "toolsets", "pool", "consult"],
  cli: ["model", "format", "toolsets", "pool", "consult", "mcp", "door"],
};

/** The places that may use `Deno`. */
const TOUCHES_THE_MACHINE = ["src/door/", "src/cli/", "src/worker/", "src/pool/", "main.ts"];

const FILE_SYSTEM = /^(?:node:)?fs(?:\/|$)|^(?:jsr:)?@std\/(?:fs|expand-glob)/;

/** `src/engine/walk/walk.ts` is in room `engine/walk`, `src/cli/help/help.ts` in `cli`; a file outside src/ is in none. */
function roomOf(path: string): string | undefined {
  return /(?:^|\/)src\/(engine\/[^/]+(?=\/)|[^/]+)\//.exec(path)?.[1];
}

/** The path of a relative import. */
function target(from: string, specifier: string): string {
  return new URL(specifier, new URL(from, "file:///")).pathname;
}

/** Why `from` may not import `specifier`; undefined if it may. */
function forbiddenImport(from: string, specifier: string): string | undefined {
  const file = projectPath(from);
  if (FILE_SYSTEM.test(specifier) && inProduct(file) && !file.startsWith("src/door/")) {
    return `Only src/door/ reads the file system: no ${specifier} here.`;
  }
  const own = roomOf(file);
  if (own === undefined || !specifier.startsWith(".")) return undefined;
  const path = target("/" + file, specifier).slice(1), other = roomOf(path);
  if (other === own) return undefined;
  if (other === undefined) {
    return path === "deno.json" ? undefined : `Nothing in src/ may import from outside it: ${specifier}.`;
  }
  return MAY_KNOW[own]?.includes(other)
    ? undefined
    : `${own}/ may not know ${other}/ (see MAY_KNOW in lint/layers.ts).`;
}

function mayNameDeno(path: string): boolean {
  return !inProduct(path) || TOUCHES_THE_MACHINE.some((place) => path.startsWith(place));
}

/** The rules are for the product; tests and tools are free. */
function inProduct(path: string): boolean {
  return path.startsWith("src/") || path === "main.ts";
}

const PROJECT = pathOf(new URL("../", import.meta.url));

/** A file's path relative to the project. */
function projectPath(file: string): string {
  const path = file.startsWith("file:") ? pathOf(new URL(file)) : file.replaceAll("\\", "/");
  return path.startsWith(PROJECT) ? path.slice(PROJECT.length) : path;
}

/** The path as Deno names a linted file: with plain spaces, and without a slash before a drive. */
function pathOf(url: URL): string {
  return decodeURIComponent(url.pathname).replace(/^\/(?=[A-Za-z]:\/)/, "");
}

const layers: Deno.lint.Rule = {
  create(context) {
    const check = (node: Deno.lint.Node, source: Deno.lint.Node | null) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const message = forbiddenImport(context.filename, source.value);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
    };
  },
};

const machine: Deno.lint.Rule = {
  create(context) {
    if (mayNameDeno(projectPath(context.filename))) return {};
    return {
      "Identifier[name='Deno']"(node: Deno.lint.Identifier) {
        context.report({ node, message: "Only the rooms of TOUCHES_THE_MACHINE in lint/layers.ts may use Deno." });
      },
    };
  },
};

/** A namespace that is imported as a value goes into the bundle whole, with zod's texts in fifty languages. */
const namespace: Deno.lint.Rule = {
  create(context) {
    if (!inProduct(projectPath(context.filename))) return {};
    return {
      "ImportDeclaration[source.value='zod'] ImportSpecifier[imported.name='z']"(node: Deno.lint.ImportSpecifier) {
        context.report({ node, message: 'import * as z from "zod": the bundle then leaves out its unused parts.' });
      },
    };
  },
};

/** Old versions of Deno or Node that can't parse the bundle would report a syntax error, not the version they need. */
const parsable: Deno.lint.Rule = {
  create(context) {
    if (!inProduct(projectPath(context.filename))) return {};
    return {
      VariableDeclaration(node: Deno.lint.VariableDeclaration) {
        if (!node.kind.endsWith("using")) return;
        context.report({
          node,
          message: "Use try and finally: older runtimes can't parse using, so they can't report that they are too old.",
        });
      },
    };
  },
};

/** Files with messages for shell users. Excluded: one that is English only, and one that has both languages in its own way. */
const SPEAKS_TO_PEOPLE = /^src\/cli\/(?!(?:help\/argument_help|runtime)\.ts$)/;
/** Four words in a row. */
const SENTENCE = /(?<![\w-])(?:[A-Za-z][a-z']* ){3}[a-z']+(?![\w-])/;
/** The properties that hold sentences, one for each language. */
const SENTENCES_ARE_IN: readonly string[] = ["en", "ja"];

function holdsSentence(node: Deno.lint.Node): boolean {
  return node.type === "Property" && node.key.type === "Identifier" && SENTENCES_ARE_IN.includes(node.key.name);
}

/** Reports a sentence in one language only: a Japanese user would see a half-Japanese screen. */
const bilingual: Deno.lint.Rule = {
  create(context) {
    const path = projectPath(context.filename);
    if (!SPEAKS_TO_PEOPLE.test(path)) return {};
    const check = (node: Deno.lint.Node, text: string) => {
      if (!SENTENCE.test(text) || context.sourceCode.getAncestors(node).some(holdsSentence)) return;
      context.report({ node, message: "A sentence for people has both languages: { en: …, ja: … }." });
    };
    return {
      Literal: (node) => typeof node.value === "string" && check(node, node.value),
      TemplateElement: (node) => check(node, node.cooked),
    };
  },
};

const plugin: Deno.lint.Plugin = { name: "fossick", rules: { layers, machine, namespace, parsable, bilingual } };

export default plugin;
