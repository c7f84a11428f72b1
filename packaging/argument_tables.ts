/**
 * The tables of arguments in docs/tools.md.
 * @module
 */
import type { Field } from "../src/toolsets/arguments/fields.ts";
import { toolsOf } from "../src/toolsets/profiles.ts";
import { cellText, markdownTable } from "../tools/markdown.ts";

/** For each tool of the default profile a heading, and a table of its arguments but for those that a table above has. */
export function argumentTables(): string {
  const tables = new Map<string, string>();
  return toolsOf("default").flatMap(({ name, fields }) => {
    const rows = Object.entries(fields).map(([field, row]) => [`\`${field}\``, typeText(row), cellText(row.about)]);
    const own = rows.filter((row) => !tables.has(row.join()));
    const shared = Map.groupBy(rows.filter((row) => tables.has(row.join())), (row) => tables.get(row.join()));
    for (const row of own) tables.set(row.join(), name);
    const above = [...shared].map(([tool, same]) => `As in \`${tool}\`: ${same.map(([field]) => field).join(", ")}.`);
    return [`### ${name}`, markdownTable(["argument", "type", "meaning"], own), ...above];
  }).join("\n\n");
}

function typeText({ kind: { schema: { type, enum: values } }, isRequired }: Field): string {
  const text = values?.map((value) => `\`${value}\``).join(", ") ??
    (type === "array" ? "list" : type ?? "string or list");
  return isRequired ? `${text}; required` : text;
}
