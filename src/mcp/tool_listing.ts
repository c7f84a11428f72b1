/**
 * A tool as `tools/list` shows it: schemas without the parts that cost tokens and say nothing.
 * @module
 */
import * as z from "zod";
import type { JSONObject, Tool as Listed } from "@modelcontextprotocol/server";
import type { Tool } from "../toolsets/tool.ts";

/** A JSON Schema of an object. */
type ObjectSchema = Listed["inputSchema"];

/** What has been asked for: a tool does not change, and each takes some milliseconds of a start. */
const listings = new WeakMap<Tool, Listed>();

/** What MCP tells its clients of `tool`. */
export function listedTool(tool: Tool): Listed {
  const listed = listings.get(tool) ?? buildListing(tool);
  listings.set(tool, listed);
  return listed;
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

/** The arguments of `tool`: no others are taken. */
export function inputSchema(tool: Tool): ObjectSchema {
  const { properties, required } = schemaOf(tool.input, "input");
  return { type: "object", properties, ...(required && { required }), additionalProperties: false };
}

/**
 * The structured content of `tool`'s answers. Clients check error answers against it too, so it allows
 * for `{error}` in place of the required fields.
 */
function outputSchema(tool: Tool): ObjectSchema {
  const { properties, required } = schemaOf(tool.output, "output");
  return { type: "object", properties, ...(required && { anyOf: [{ required }, { required: ["error"] }] }) };
}

/** A zod object's fields as plain JSON. */
function schemaOf(object: z.ZodObject, io: "input" | "output") {
  const { properties, required } = z.toJSONSchema(object, { io, override: ({ jsonSchema }) => shorten(jsonSchema) });
  const fields: JSONObject = JSON.parse(JSON.stringify(properties ?? {}));
  return { properties: fields, required };
}

/** The part of a JSON Schema that is looked at. */
interface SchemaPart {
  minimum?: number;
  maximum?: number;
  propertyNames?: unknown;
  properties?: object;
  additionalProperties?: unknown;
}

/** What holds of every integer and every object of JSON anyway informs nobody. */
function shorten(schema: SchemaPart): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  if (isEmpty(schema.properties)) delete schema.properties;
  if (isEmpty(schema.additionalProperties)) delete schema.additionalProperties;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
