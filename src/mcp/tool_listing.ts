/**
 * Tools as `tools/list` shows them. Parts of schemas that cost tokens and say nothing are left out.
 * @module
 */
import * as z from "zod";
import type { JSONObject, Tool as Listed } from "@modelcontextprotocol/server";
import { LIMITS } from "../model/limits.ts";
import type { SentAs } from "../model/output_form.ts";
import type { Field } from "../toolsets/arguments/fields.ts";
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

/**
 * `tools` as MCP clients see them. A field that several tools share is described once, in the first of them, and one
 * that is clear without it is not: without the two the default list would cost a third more.
 */
export function listedTools(tools: readonly Tool[], options: ListingOptions = {}): Listed[] {
  const described = new Set<string>();
  return tools.map((tool) => {
    const { inputSchema: _, ...rest } = listedTool(tool, options);
    return {
      ...rest,
      inputSchema: inputSchema(tool, (name, { about, isClear }) => {
        const key = JSON.stringify([name, about]), isSaid = described.has(key) || isClear === true;
        if (!isSaid) described.add(key);
        return !isSaid;
      }),
    };
  });
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
 * @param isDescribed whether a field has its description
 */
function inputSchema({ fields }: Tool, isDescribed = (_name: string, _row: Field) => true): ObjectSchema {
  const rows = Object.entries(fields), required = rows.flatMap(([name, { isRequired }]) => isRequired ? [name] : []);
  const properties = rows.map(([name, row]) => {
    const { kind: { schema }, about, isRequired } = row, said = isDescribed(name, row) && { description: about };
    return [name, isRequired ? { ...schema, ...said } : { ...said, ...schema }];
  });
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/**
 * The schema of the structured content of `tool`'s answers. Clients check errors against it too, so it allows `{error}`
 * instead of the required fields.
 */
function outputSchema({ output }: Tool): ObjectSchema {
  const { properties, required } = z.toJSONSchema(output, { io: "output", override: shorten });
  const fields: JSONObject = JSON.parse(JSON.stringify(properties ?? {}));
  return { type: "object", properties: fields, ...(required && { anyOf: [{ required }, { required: ["error"] }] }) };
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
