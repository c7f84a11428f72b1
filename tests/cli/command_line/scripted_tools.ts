/**
 * Tools without an engine, and the parser for their command lines.
 * @module
 */
import * as z from "zod";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { scriptedTool } from "../../mcp/scripted_service.ts";

export const search = {
  ...scriptedTool("search_content"),
  input: z.strictObject({
    query: z.string(),
    roots: z.array(z.string()).optional(),
    files: z.array(z.string()).optional(),
    regex: z.boolean().default(true),
    no_ignore: z.boolean().default(false),
    hidden: z.boolean().default(false),
    limit: z.int().default(2000),
    start_line: z.int().optional(),
    size: z.union([z.string(), z.array(z.string())]).optional(),
    filePattern: z.string().optional(),
    timeout_ms: z.int().optional(),
  }),
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
