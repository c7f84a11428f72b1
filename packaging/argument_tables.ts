/**
 * The tables of arguments in docs/tools.md.
 * @module
 */
import * as z from "zod";
import { inputSchema } from "../src/mcp/tool_listing.ts";
import { toolsOf } from "../src/toolsets/profiles.ts";
import { cellText, markdownTable } from "../tools/markdown.ts";

/** An argument in a tool's schema. */
const Argument = z.object({
  type: z.string().default("string or list"),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
});

const Schema = z.object({ properties: z.record(z.string(), Argument), required: z.array(z.string()).default([]) });

/** For each tool of the default profile a heading, and a table of its arguments. */
export function argumentTables(): string {
  return toolsOf("default").flatMap((tool) => {
    const { properties, required } = Schema.parse(inputSchema(tool));
    const rows = Object.entries(properties).map(([argument, { description = "", ...type }]) => {
      return [`\`${argument}\``, typeText(type, required.includes(argument)), cellText(description)];
    });
    return [`### ${tool.name}`, markdownTable(["argument", "type", "meaning"], rows)];
  }).join("\n\n");
}

function typeText({ type, enum: values }: Omit<z.infer<typeof Argument>, "description">, isRequired: boolean): string {
  const text = values?.map((value) => `\`${value}\``).join(", ") ?? (type === "array" ? "list" : type);
  return isRequired ? `${text}; required` : text;
}
