/**
 * The peers' best calls for the questions about the foreign tree, made without a count first.
 * @module
 */
import type { Dialogue } from "../question.ts";
import { type ForeignName, PLACES } from "./questions.ts";

type Calls = Partial<Record<ForeignName, Dialogue>>;

const rg = (pattern: string, more = {}): Dialogue => (ask) => ask("search", { pattern, path: ".", ...more });
const rgNames = (pattern: string, more = {}): Dialogue => (ask) =>
  ask("advanced-search", { pattern, path: ".", showFilenamesOnly: true, ...more });
const ALL = { maxResults: 10_000 };

/** mcp-ripgrep: lines, counts by file, lists of files. */
export const RIPGREP_CALLS: Calls = {
  copyright: rg(String.raw`Copyright \(C\)`, { filePattern: "*.ts", ...ALL }),
  todos: (ask) => ask("count-matches", { pattern: "TODO", path: "." }),
  errors: rg(String.raw`throw new \w+`, { filePattern: "*.ts", ...ALL }),
  environment: rg(String.raw`process\.env\.\w+`, { filePattern: "*.ts", ...ALL }),
  callers: rg(String.raw`codiconArray\(`, { filePattern: "*.ts" }),
  body: rg("function consumeReadableWithLimit", { filePattern: "*.ts", context: 42 }),
  method: rg(String.raw`\bsetKeybinding\(`, { filePattern: "keymaps-service.ts", context: 20 }),
  tests: (ask) => ask("count-matches", { pattern: String.raw`^\s*it\(`, path: "." }),
  places: (ask) => Promise.all(PLACES.map(([path, , to]) => ask("search", { pattern: "^", path, maxResults: to }))),
  shape: (ask) => ask("list-files", { path: "." }),
  duplicates: rg(String.raw`^(export )?(async )?function \w+`, { filePattern: "*.ts", ...ALL }),
  signature: rg("function createAPIFactory", { filePattern: "*.ts", context: 12 }),
  definition: rg(String.raw`(class|interface|type|const|function|enum|namespace) ShellLayoutRestorer\b`),
  imports: rgNames("from '@theia/process"),
  versions: rg('"jsonc-parser"', { filePattern: "package.json" }),
  extensions: (ask) => ask("list-files", { path: "." }),
  members: async (ask) => {
    const found = await ask("search", { pattern: "class DefaultWorkspaceServer", path: "." });
    const path = found.slice(0, found.indexOf(":"));
    await ask("search", { pattern: String.raw`^    [\w ]+\(.*\{$`, path });
  },
};

const explore = (query: string): Dialogue => (ask) => ask("codegraph_explore", { query });

/** CodeGraph: the one tool that it lists, for questions about definitions and calls. */
export const CODEGRAPH_CALLS: Calls = {
  callers: explore("who calls codiconArray"),
  body: explore("consumeReadableWithLimit"),
  method: explore("KeymapsService setKeybinding"),
  signature: explore("createAPIFactory"),
  definition: explore("ShellLayoutRestorer"),
  imports: explore("files that import from @theia/process"),
  members: explore("DefaultWorkspaceServer"),
};

const rule = (lines: readonly string[]): Dialogue => (ask, { root }) =>
  ask("find_code_by_rule", {
    project_folder: root,
    yaml: ["id: a", "language: typescript", "rule:", ...lines].join("\n"),
  });
const named = (kind: string, name: string) => [`  kind: ${kind}`, "  has:", "    field: name", `    regex: ^${name}$`];

/** ast-grep-mcp: rules on syntax trees, for the same questions. */
export const AST_GREP_CALLS: Calls = {
  callers: rule(["  kind: method_definition", "  has:", "    pattern: codiconArray($$$)", "    stopBy: end"]),
  body: rule(named("function_declaration", "consumeReadableWithLimit")),
  method: rule(named("method_definition", "setKeybinding")),
  signature: rule(named("function_declaration", "createAPIFactory")),
  definition: rule(named("class_declaration", "ShellLayoutRestorer")),
  imports: rule(["  kind: import_statement", "  has:", "    field: source", '    regex: "@theia/process"']),
  members: rule(named("class_declaration", "DefaultWorkspaceServer")),
};
