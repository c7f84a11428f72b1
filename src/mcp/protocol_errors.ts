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
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { faultWords } from "../format/error_answer.ts";
import { truncateUnits } from "../format/safe_text.ts";
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
  const data = { uri, code }, text = `${code}: ${message}`;
  return code === "INTERNAL"
    ? new ProtocolError(ProtocolErrorCode.InternalError, text, data)
    : invalidParams(text, data);
}

/** The error for a name that is not offered. */
export function unknownNameError(what: string, name: string, offered: readonly string[]): ProtocolError {
  const close = nearestNames(name, offered), all = close.length < offered.length ? ` All: ${offered.join(", ")}.` : "";
  const shown = JSON.stringify(truncateUnits(name, 100));
  return invalidParams(`Unknown ${what}: ${shown}. Nearest: ${close.join(", ")}.${all}`);
}

/** The error for params that can't be used. */
export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

/** The issues of an SDK schema with a request, as in its errors. */
const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** An error of an SDK schema in a sentence, as an error of the params; any other error as it is. */
function wordedError(error: unknown, method: string): unknown {
  const [issue] = issuesIn(error instanceof Error ? error.message : "");
  if (issue === undefined) return error;
  const where = issue.path.slice(1).join(".") || "params", what = issue.message.replace(/^Invalid input: /, "");
  return invalidParams(`Invalid params of ${method}: ${where}: ${what}.`);
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
  throw invalidParams("The list has one page: ask for it without a cursor.");
}

/** The SDK's server, in whose errors no schema is printed; it refuses arguments that are not an object as the tools do. */
export class ToolServer extends Server {
  constructor(readonly service: Service, about: Implementation, options: ServerOptions) {
    super(about, options);
  }

  /** Called by the SDK for every handler, including its own. */
  protected override _wrapHandler(...[method, handler]: Parameters<Server["_wrapHandler"]>) {
    const wrapped = super._wrapHandler(method, handler);
    return async (request: JSONRPCRequest, context: ServerContext) => {
      if (method === "tools/call") refuseArguments(request, this.service);
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw wordedError(error, method);
      }
    };
  }
}

/** @throws ProtocolError if a call's arguments are not an object */
function refuseArguments({ params = {} }: JSONRPCRequest, { tools, lang }: Service): void {
  const { name, arguments: args } = params, tool = tools.find((known) => known.name === name);
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  if (tool === undefined || args === undefined || isObject) return;
  const fault = badArgument(tool.name, reason("rule_object"), args), { message } = faultWords(fault, lang, tool);
  const example = `Example: ${tool.name} ${JSON.stringify(tool.example)}`;
  throw invalidParams(`${FAULT_CODES[fault.key]}: ${message} ${example}`);
}
