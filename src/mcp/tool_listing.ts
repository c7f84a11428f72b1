/**
 * Tools as `tools/list` shows them. Parts of schemas that cost tokens and say nothing are left out.
 * @module
 */
import * as z from "zod";
import type { JSONObject, JSONValue, Tool as Listed } from "@modelcontextprotocol/server";
import { LIMITS } from "../model/limits.ts";
import type { SentAs } from "../model/sent_as.ts";
import type { Tool } from "../toolsets/tool.ts";

/** A JSON Schema of an object. */
type ObjectSchema = Listed["inputSchema"];

/** Listed tools. A tool does not change, and to list one takes some milliseconds. */
const listings = new WeakMap<Tool, Listed>();

/** The client that is shown the tools, and the server that shows them. */
export interface ListingOptions {
  /** The forms of answers that the client is sent. Without structured content the tools have no output schemas. */
  readonly sentAs?: SentAs;
  /** The server's token budget; 0 = none. */
  readonly tokenBudget?: number;
}

/** Fields whose names, or whose tools' descriptions, say enough for a model. Help and documentation describe them too. */
const CLEAR = new Set(
  ("word fixed_strings multiline exclude_globs context_before context_after total_only count_only_matches value_counts " +
    "group_by_file definitions enclosing absolute follow_symlinks spans encoding full_path_match changed_before " +
    "outline files regex").split(" "),
);

/**
 * `tools` as MCP clients see them. A field that several tools share is described once, in the first of them, and one
 * that is clear without it is not: without the two the default list would cost a third more.
 */
export function listedTools(tools: readonly Tool[], options: ListingOptions = {}): Listed[] {
  const described = new Set<string>();
  return tools.map((tool) => {
    const { inputSchema, ...rest } = listedTool(tool, options);
    const fields = Object.entries(inputSchema.properties ?? {}).map(([name, schema]) => {
      return [name, describedOnce(name, schema, described)] as const;
    });
    return { ...rest, inputSchema: { ...inputSchema, properties: Object.fromEntries(fields) } };
  });
}

/** A field's schema, without its description if that is one of `described` or not needed. */
function describedOnce(name: string, schema: JSONValue, described: Set<string>): JSONValue {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const { description, ...rest } = schema, key = JSON.stringify([name, description]);
  if (described.has(key) || CLEAR.has(name)) return rest;
  described.add(key);
  return schema;
}

/** `tool` as MCP clients see it if it is the only one. */
export function listedTool(tool: Tool, { sentAs, tokenBudget = LIMITS.tokenBudget }: ListingOptions = {}): Listed {
  const listed = listings.get(tool) ?? buildListing(tool);
  listings.set(tool, listed);
  const { outputSchema, annotations, ...rest } = listed;
  return {
    ...rest,
    ...(sentAs !== "text" && { outputSchema }),
    annotations,
    _meta: hostHints(tool, tokenBudget),
  };
}

function buildListing(tool: Tool): Listed {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool),
    outputSchema: outputSchema(tool),
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: tool.openWorld,
    },
  };
}

/**
 * The schema of the arguments of `tool`. It does not forbid others, although calls with unknown ones are refused: the
 * names of other tools are accepted, and a host may check a call before it sends it.
 */
export function inputSchema(tool: Tool): ObjectSchema {
  const { properties, required } = schemaOf(tool.input, "input");
  return { type: "object", properties, ...(required && { required }) };
}

/**
 * The schema of the structured content of `tool`'s answers. Clients check errors against it too, so it allows `{error}`
 * instead of the required fields.
 */
function outputSchema(tool: Tool): ObjectSchema {
  const { properties, required } = schemaOf(tool.output, "output");
  return { type: "object", properties, ...(required && { anyOf: [{ required }, { required: ["error"] }] }) };
}

/** The JSON Schema of a zod object's fields. */
function schemaOf(object: z.ZodObject, io: "input" | "output") {
  const { properties, required } = z.toJSONSchema(object, { io, override: ({ jsonSchema }) => shorten(jsonSchema) });
  const fields: JSONObject = JSON.parse(JSON.stringify(properties ?? {}));
  return { properties: fields, required };
}

/** The members of a JSON Schema that may be removed. */
interface SchemaPart {
  minItems?: number;
  minimum?: number;
  maximum?: number;
  propertyNames?: unknown;
  properties?: object;
  additionalProperties?: unknown;
}

/**
 * Removes constraints that every integer or every object of JSON meets. Removes minimums, too: the tools' errors name
 * them, and some hosts drop them.
 */
function shorten(schema: SchemaPart): void {
  delete schema.minimum;
  delete schema.minItems;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  if (isEmpty(schema.properties)) delete schema.properties;
  if (isEmpty(schema.additionalProperties)) delete schema.additionalProperties;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The words by which a deferred tool is searched, by the tool's name in any profile. */
const SEARCH_HINTS: Readonly<Record<string, string>> = {
  search_content: "grep, ripgrep: search file contents by regex or text",
  search_text: "grep, ripgrep: search file contents by regex or text",
  grep: "grep, ripgrep: search file contents by regex",
  read_file: "cat, head, sed: read lines of a file",
  read_file_lines: "cat, head, sed: read lines of a file",
  glob_files: "glob: find files or directories by path pattern",
  glob: "glob: find files by path pattern",
  list_files: "ls, find, fd, tree: list files by name, type, size, date",
  find_and_grep: "find and grep: search in files filtered by size, date, type",
  consult_files: "ask a large model about many files",
};

/** Tools that models need at their first step: those that search, and those that read. */
const CORE_TOOLS: ReadonlySet<string> = new Set([
  "search_content",
  "search_text",
  "grep",
  "read_file",
  "read_file_lines",
]);

/** Claude Code's own limit on the characters of a result, and the highest that a tool may ask for. */
const RESULT_CHARS = { default: 50_000, cap: 500_000 } as const;
/** Characters per token. It is more than in answers about source code, which have about four. */
const CHARS_PER_TOKEN = 10;

/**
 * The hints of `tool`.
 * @param tokenBudget the server's; 0 = none
 */
export function hostHints({ name }: Pick<Tool, "name">, tokenBudget: number): Record<string, unknown> {
  return {
    // Claude Code shows models only the names of a server's tools, and loads a tool after a search, unless this is true.
    ...(CORE_TOOLS.has(name) && { "anthropic/alwaysLoad": true }),
    // The words for that search.
    ...(Object.hasOwn(SEARCH_HINTS, name) && { "anthropic/searchHint": SEARCH_HINTS[name] }),
    // Claude Code (2.1.91) writes longer results into a file, and shows the model its name.
    "anthropic/maxResultSizeChars": maxResultChars(tokenBudget),
  };
}

function maxResultChars(tokenBudget: number): number {
  if (tokenBudget === 0) return RESULT_CHARS.cap;
  return Math.min(RESULT_CHARS.cap, Math.max(RESULT_CHARS.default, CHARS_PER_TOKEN * tokenBudget));
}
