/**
 * Tools as `tools/list` shows them. Parts of schemas that cost tokens and say nothing are left out.
 * @module
 */
import * as z from "zod";
import type { JSONObject, Tool as Listed } from "@modelcontextprotocol/server";
import HINTS from "./host_hints.json" with { type: "json" };
import { LIMITS } from "../model/limits.ts";
import type { SentAs } from "../model/output_form.ts";
import type { Field } from "../toolsets/arguments/fields.ts";
import type { Tool } from "../toolsets/tool.ts";

/** A JSON Schema of an object. */
type ObjectSchema = Listed["inputSchema"];

/** The client that is shown the tools, and the server that shows them. */
export interface ListingOptions {
  /** The forms of answers that the client is sent. Without structured content the tools have no output schemas. */
  readonly sentAs?: SentAs;
  /** The server's token budget; 0 = none. */
  readonly tokenBudget?: number;
}

/**
 * `tools` as MCP clients see them. A field that several tools share is described once, in the first of them, and one
 * that is clear without it is not: without the two the default list would cost a third more.
 */
export function listedTools(
  tools: readonly Tool[],
  { sentAs, tokenBudget = LIMITS.tokenBudget }: ListingOptions = {},
): Listed[] {
  const described = new Set<string>();
  const isDescribed = (name: string, { about, isClear }: Field) => {
    const key = JSON.stringify([name, about]), isSaid = described.has(key) || isClear === true;
    if (!isSaid) described.add(key);
    return !isSaid;
  };
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    ...(sentAs !== "text" && { outputSchema: outputSchema(tool) }),
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: tool.openWorld,
    },
    _meta: hostHints(tool, tokenBudget),
    inputSchema: inputSchema(tool, isDescribed),
  }));
}

/**
 * The schema of the arguments of `tool`. It does not forbid others, although calls with unknown ones are refused: the
 * names of other tools are accepted, and a host may check a call before it sends it.
 * @param isDescribed whether a field has its description
 */
function inputSchema({ fields }: Tool, isDescribed: (name: string, row: Field) => boolean): ObjectSchema {
  const rows = Object.entries(fields), required = rows.flatMap(([name, { isRequired }]) => isRequired ? [name] : []);
  const properties = rows.map(([name, row]) => {
    const { kind: { schema }, about, isRequired } = row, said = isDescribed(name, row) && { description: about };
    return [name, isRequired ? { ...schema, ...said } : { ...said, ...schema }];
  });
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** The schemas of answers. A tool does not change, and to make one takes some milliseconds. */
const outputSchemas = new WeakMap<Tool, ObjectSchema>();

/**
 * The schema of the structured content of `tool`'s answers. Clients check errors against it too, so it allows `{error}`
 * instead of the required fields.
 */
function outputSchema(tool: Tool): ObjectSchema {
  const known = outputSchemas.get(tool);
  if (known !== undefined) return known;
  const { properties, required } = z.toJSONSchema(tool.output, { io: "output", override: shorten });
  const fields: JSONObject = JSON.parse(JSON.stringify(properties ?? {}));
  const anyOf = required && [{ required }, { required: ["error"] }];
  const schema: ObjectSchema = { type: "object", properties: fields, ...(anyOf && { anyOf }) };
  outputSchemas.set(tool, schema);
  return schema;
}

/** Removes constraints that every integer or every object of JSON meets. */
function shorten({ jsonSchema: schema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { properties, additionalProperties: others } = schema;
  delete schema.minimum;
  delete schema.maximum;
  delete schema.propertyNames;
  if (properties !== undefined && Object.keys(properties).length === 0) delete schema.properties;
  if (typeof others === "object" && Object.keys(others).length === 0) delete schema.additionalProperties;
}

/** Claude Code's own limit on the characters of a result, and the highest that a tool may ask for. */
const RESULT_CHARS = { default: 50_000, cap: 500_000 } as const;
/** Characters per token. It is more than in answers about source code, which have about four. */
const CHARS_PER_TOKEN = 10;

/**
 * The hints of `tool` for hosts. Claude Code shows models only the names of a server's tools, and loads a tool after a
 * search by words, unless `alwaysLoad` is true. It (2.1.91) writes results that are longer than `maxResultSizeChars` into
 * a file, and shows the model its name.
 * @param tokenBudget the server's; 0 = none
 */
export function hostHints({ name }: Pick<Tool, "name">, tokenBudget: number): Record<string, unknown> {
  const words: Readonly<Record<string, string>> = HINTS.searchHint;
  return {
    ...(HINTS.alwaysLoad.includes(name) && { "anthropic/alwaysLoad": true }),
    ...(Object.hasOwn(words, name) && { "anthropic/searchHint": words[name] }),
    "anthropic/maxResultSizeChars": maxResultChars(tokenBudget),
  };
}

function maxResultChars(tokenBudget: number): number {
  if (tokenBudget === 0) return RESULT_CHARS.cap;
  return Math.min(RESULT_CHARS.cap, Math.max(RESULT_CHARS.default, CHARS_PER_TOKEN * tokenBudget));
}
