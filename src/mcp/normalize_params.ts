/**
 * Params of requests as some clients write them: what stands for nothing is left out, so that no schema refuses it.
 * @module
 */
import * as z from "zod";
import { argumentsObject } from "../toolsets/arguments/parse_arguments.ts";

const Asking = z.looseObject({ method: z.string(), params: z.unknown() });
const Params = z.record(z.string(), z.unknown());

/**
 * A message without params that are null or an empty list, and without null or empty members of them (`cursor: ""`); the
 * arguments of a tool's call as an object, where they are one in a string or an empty list.
 *
 * @example
 * ```ts
 * normalizeParams({ method: "tools/list", params: { cursor: null } }); // { method: "tools/list", params: {} }
 * ```
 */
export function normalizeParams(message: unknown): unknown {
  const { data: asking } = Asking.safeParse(message);
  if (asking === undefined || asking.params === undefined) return message;
  const { params, ...rest } = asking;
  if (params === null || Array.isArray(params) && params.length === 0) return rest;
  const members = Params.safeParse(params);
  return members.success ? { ...rest, params: normalMembers(members.data, asking.method === "tools/call") } : message;
}

function normalMembers(params: Readonly<Record<string, unknown>>, isCall: boolean): Record<string, unknown> {
  const says = ([name, value]: [string, unknown]) => value !== null && !(name === "cursor" && value === "");
  const rest = Object.fromEntries(Object.entries(params).filter(says));
  return isCall && Object.hasOwn(rest, "arguments")
    ? { ...rest, arguments: argumentsObject(rest.arguments) ?? rest.arguments }
    : rest;
}
