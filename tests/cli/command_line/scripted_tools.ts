/**
 * Tools without an engine, and the parser for their command lines.
 * @module
 */
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { field, flag, list, optional, required } from "../../../src/toolsets/arguments/fields.ts";
import { FLAG, INTEGER, TEXT, TEXT_OR_TEXTS, TEXTS } from "../../../src/toolsets/arguments/kinds.ts";
import { scriptedTool } from "../../mcp/scripted_service.ts";

export const search = {
  ...scriptedTool("search_content"),
  fields: {
    query: required(TEXT, ""),
    roots: list(TEXTS, ""),
    files: list(TEXTS, ""),
    regex: field(FLAG, true, ""),
    no_ignore: flag(""),
    hidden: flag(""),
    limit: field(INTEGER, 2000, ""),
    start_line: optional(INTEGER, ""),
    size: optional(TEXT_OR_TEXTS, ""),
    filePattern: optional(TEXT, ""),
    timeout_ms: optional(INTEGER, ""),
  },
  example: { roots: ["."], query: "TODO" },
};

export const sends = { ...scriptedTool("consult_files"), openWorld: true };

export const tools = [search, scriptedTool("read_file"), sends];

export const parse = (...args: string[]) =>
  parseCommandLine(args, (_, subset) => tools.filter(({ name }) => subset?.includes(name) ?? true));

export function callArgs(...args: string[]): unknown {
  const command = parse("call", ...args);
  return command.verb === "call" ? command.args : command.verb;
}
