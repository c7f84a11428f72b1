/**
 * Failures of what is no tool call: they are answered as protocol errors.
 * @module
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { faultWords } from "../format/errors.ts";
import { FAULTS } from "../model/faults.ts";
import type { Lang } from "../model/lang.ts";
import { ToolError } from "../model/tool_error.ts";
import { internalFault } from "./bug_answer.ts";

/** The error that answers the reading of `uri`, which was rejected with `error`. */
export function resourceError(error: unknown, uri: string, lang: Lang): ProtocolError {
  const fault = error instanceof ToolError ? error : internalFault(error);
  const { code } = FAULTS[fault.key], { message } = faultWords(fault, lang);
  if (code === "NOT_FOUND") return new ResourceNotFoundError(uri, `${code}: ${message}`);
  const number = code === "INTERNAL" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(number, `${code}: ${message}`, { uri, code });
}

/** The error for a name that is not among those on offer. */
export function unknownName(what: string, name: string, nearest: readonly string[]): ProtocolError {
  const shown = JSON.stringify(name.slice(0, 100));
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown ${what}: ${shown}. Nearest: ${nearest.join(", ")}.`,
  );
}

/** A list that has one page, so that no cursor can be known to a client; throws for one that is given. */
export function onePage<List>(params: { readonly cursor?: string } | undefined, list: List): List {
  if (params?.cursor === undefined) return list;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The list has one page: ask for it without a cursor.");
}
