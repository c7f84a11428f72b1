/**
 * Protocol errors, which answer failures of requests other than tool calls.
 * @module
 */
import * as z from "zod";
import {
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { type CalledTool, faultWords } from "../format/error_answer.ts";
import { truncateUnits } from "../format/safe_text.ts";
import { isWellFormed, wellFormed } from "./well_formed.ts";
import { FAULT_CODES, ToolError } from "../model/messages/tool_error.ts";
import { type Lang, reason } from "../model/messages/messages.ts";
import { nearestNames } from "../model/nearest_names.ts";
import { badArgument } from "../toolsets/arguments/parse_arguments.ts";
import { internalFault } from "./log_error.ts";
import type { Service } from "./service.ts";

/** The error that answers a failed read of the resource `uri`. */
export function resourceError(error: unknown, uri: string, lang: Lang): ProtocolError {
  const fault = error instanceof ToolError ? error : internalFault(error);
  const code = FAULT_CODES[fault.key], { message } = faultWords(fault, lang);
  if (code === "NOT_FOUND") return new ResourceNotFoundError(uri, `${code}: ${message}`);
  const number = code === "INTERNAL" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(number, `${code}: ${message}`, { uri, code });
}

/** The error for a name that is not offered. It lists the `close` names. */
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

/** The error for arguments of a tool that are not an object. */
export function argumentsError(args: unknown, tool: CalledTool, lang: Lang): ProtocolError {
  const fault = badArgument(tool.name, reason("rule_object"), args);
  const { message } = faultWords(fault, lang, tool);
  const example = `Example: ${tool.name} ${JSON.stringify(tool.example)}`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${FAULT_CODES[fault.key]}: ${message} ${example}`);
}

/** The issues of an SDK schema with a request, as in its errors. */
const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** Rewords an error of an SDK schema; undefined for other errors. */
export function paramsError(error: unknown, method: string): ProtocolError | undefined {
  const [issue] = issuesIn(error instanceof Error ? error.message : "");
  if (issue === undefined) return undefined;
  const where = issue.path.slice(1).join(".") || "params";
  return new ProtocolError(ProtocolErrorCode.InvalidParams, invalidParamsMessage(method, where, issue.message));
}

/** Replaces each lone surrogate in a protocol error by U+FFFD. */
export function wellFormedError(error: unknown): unknown {
  if (!(error instanceof ProtocolError)) return error;
  const { data } = wellFormed({ data: error.data });
  return new ProtocolError(error.code, error.message.toWellFormed(), data);
}

/** The message about a schema's issue with one of a request's params. */
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

/** Returns `list`, the only page. Throws if a cursor is given, since no answer ever contains one. */
export function singlePage<List>(params: { readonly cursor?: string } | undefined, list: List): List {
  if (params?.cursor === undefined) return list;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The list has one page: ask for it without a cursor.");
}

/** Handles a request. */
type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK's server with reworded errors. */
export class PlainErrorServer extends Server {
  constructor(readonly service: Service, about: Implementation, options: ServerOptions) {
    super(about, options);
  }

  /** Called by the SDK for every handler, including its own. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      const isPlain = isWellFormed(request.params);
      try {
        if (method === "tools/call") refuseArguments(request, this.service);
        const result = await wrapped(request, context);
        return isPlain ? result : wellFormed(result);
      } catch (error) {
        const worded = paramsError(error, method) ?? error;
        throw isPlain ? worded : wellFormedError(worded);
      }
    };
  }
}

/** Throws if a call's arguments are not an object. The SDK would refuse them before the tool can. */
function refuseArguments({ params = {} }: JSONRPCRequest, { tools, lang }: Service): void {
  const { name, arguments: args } = params, tool = tools.find((known) => known.name === name);
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  if (tool !== undefined && args !== undefined && !isObject) throw argumentsError(args, tool, lang);
}
