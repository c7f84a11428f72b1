/**
 * Text of settings files.
 * @module
 */

/**
 * A value as JSON with an indent of two; lists stay on one line.
 *
 * @example
 * ```ts
 * jsonBlock({ command: "npx", args: ["-y", "x"] }); // '{\n  "command": "npx",\n  "args": ["-y", "x"]\n}'
 * ```
 */
export function jsonBlock(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  if (typeof value !== "object" || value === null) return quoted(value);
  const entries = Object.entries(value), deeper = `${indent}  `;
  if (entries.length === 0) return "{}";
  const lines = entries.map(([name, entry]) => `${deeper}${JSON.stringify(name)}: ${jsonBlock(entry, deeper)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** A value in JSON in which a shell, if the block is piped into one by mistake, finds no command to carry out. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll("`", "\\u0060").replaceAll("$(", "\\u0024(");
}

/**
 * A table of TOML with texts and lists of texts. TOML reads JSON's strings, except that it wants DEL escaped.
 *
 * @example
 * ```ts
 * tomlBlock("a.b", { command: "npx", args: ["-y"] }); // '[a.b]\ncommand = "npx"\nargs = ["-y"]'
 * ```
 */
export function tomlBlock(table: string, entries: Readonly<Record<string, string | readonly string[]>>): string {
  const lines = Object.entries(entries).map(([name, value]) => `${name} = ${jsonBlock(value)}`);
  return [`[${table}]`, ...lines].join("\n").replaceAll("\x7f", "\\u007F");
}
