/**
 * The tables of arguments in docs/tools.md.
 * @module
 */
import type { Field } from "../src/toolsets/arguments/fields.ts";
import { toolsOf } from "../src/toolsets/profiles.ts";
import { cellText, markdownTable } from "../tools/markdown.ts";

/** For each tool of the default profile a heading, and a table of its arguments. */
export function argumentTables(): string {
  return toolsOf("default").flatMap(({ name, fields }) => {
    const rows = Object.entries(fields).map(([field, row]) => [`\`${field}\``, typeText(row), cellText(row.about)]);
    return [`### ${name}`, markdownTable(["argument", "type", "meaning"], rows)];
  }).join("\n\n");
}

function typeText({ kind: { schema: { type, enum: values } }, isRequired }: Field): string {
  const text = values?.map((value) => `\`${value}\``).join(", ") ??
    (type === "array" ? "list" : type ?? "string or list");
  return isRequired ? `${text}; required` : text;
}
