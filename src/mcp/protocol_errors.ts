/**
 * Failures of what is no tool call: they are answered as protocol errors.
 * @module
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type CalledTool, faultWords } from "../format/error_answer.ts";
import { say } from "../format/phrases.ts";
import { truncateUnits } from "../format/safe_text.ts";
import { wellFormed } from "../format/well_formed.ts";
import { FAULTS } from "../model/messages/faults.ts";
import type { Lang } from "../model/messages/lang.ts";
import { nearestNames } from "../model/nearest_names.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { badArgument } from "../toolsets/arguments/parse_arguments.ts";
import { internalFault } from "./bug_answer.ts";

/** The error that answers the reading of `uri`, which was rejected with `error`. */
export function resourceError(error: unknown, uri: string, lang: Lang): ProtocolError {
  const fault = error instanceof ToolError ? error : internalFault(error);
  const { code } = FAULTS[fault.key], { message } = faultWords(fault, lang);
  if (code === "NOT_FOUND") return new ResourceNotFoundError(uri, `${code}: ${message}`);
  const number = code === "INTERNAL" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(number, `${code}: ${message}`, { uri, code });
}

/** The error for a name that is not among those on offer, with those that are `close`. */
export function unknownNameError(
  what: string,
  name: string,
  offered: readonly string[],
  close: readonly string[] = nearestNames(name, offered),
): ProtocolError {
  const shown = JSON.stringify(truncateUnits(name, 100));
  const all = close.length < offered.length ? ` All: ${offered.join(", ")}.` : "";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown ${what}: ${shown}. Nearest: ${close.join(", ")}.${all}`,
  );
}

/** The error for a tool's arguments that are no object. */
export function argumentsError(args: unknown, tool: CalledTool, lang: Lang): ProtocolError {
  const fault = badArgument(tool.name, say(lang, "rule_object"), args, lang);
  const { message, hint } = faultWords(fault, lang, tool);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${FAULTS[fault.key].code}: ${message} ${hint}`);
}

/** What a schema of the SDK has against a request, as its errors hold it. */
const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** The error for what a schema of the SDK refuses, in words; undefined for any other. */
export function paramsError(error: unknown, method: string): ProtocolError | undefined {
  const [issue] = issuesIn(error instanceof Error ? error.message : "");
  if (issue === undefined) return undefined;
  const where = issue.path.slice(1).join(".") || "params";
  return new ProtocolError(ProtocolErrorCode.InvalidParams, invalidParamsMessage(method, where, issue.message));
}

/** The same error with U+FFFD for each lone surrogate in what it says of the request. */
export function wellFormedError(error: unknown): unknown {
  if (!(error instanceof ProtocolError)) return error;
  const { data } = wellFormed({ data: error.data });
  return new ProtocolError(error.code, error.message.toWellFormed(), data);
}

/** What a schema has against one of a request's params, in words. */
export function invalidParamsMessage(method: string, where: string, issue: string): string {
  return `Invalid params of ${method}: ${where}: ${issue.replace(/^Invalid input: /, "")}.`;
}

function issuesIn(message: string): z.output<typeof Issues> {
  try {
    return Issues.parse(JSON.parse(message.replace(/^Invalid tools\/call request: /, "")));
  } catch {
    return [];
  }
}

/** A list that has one page, so that no cursor can be known to a client; throws for one that is given. */
export function singlePage<List>(params: { readonly cursor?: string } | undefined, list: List): List {
  if (params?.cursor === undefined) return list;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The list has one page: ask for it without a cursor.");
}
